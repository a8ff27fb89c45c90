export { addressOf, parseBrokers } from './addresses';
export { ConfigError, readConfig } from './read-config';
export { z } from 'zod';
