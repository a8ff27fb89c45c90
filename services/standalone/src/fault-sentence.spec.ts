import { faultSentence } from './fault-sentence';

const fault = (message: string, more: object) => Object.assign(new Error(message), more);

describe('the sentence for a fault at a start', () => {
  it.each([
    [
      'a taken port',
      fault('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen', port: 8080 }),
      'Port 8080 is taken: give another one with --port or --grpc-port.',
    ],
    [
      'a server that does not run',
      fault('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED' }),
      'connect ECONNREFUSED ::1:5432: start what is meant to run there, or give where it runs.',
    ],
    [
      'a role without the rights',
      fault('permission denied to create role', { code: '42501' }),
      'permission denied to create role: give --postgres a role that may create roles and databases.',
    ],
    [
      'a wrong password',
      fault('password authentication failed for user "ada"', { code: '28P01' }),
      'password authentication failed for user "ada": give its password in the URL of --postgres.',
    ],
    [
      'a database that is not there',
      fault('database "db" does not exist', { code: '3D000' }),
      'database "db" does not exist: make it, or leave its name out of the URL of --postgres.',
    ],
    [
      'a host that nobody knows',
      fault('getaddrinfo ENOTFOUND h', { code: 'ENOTFOUND' }),
      'getaddrinfo ENOTFOUND h: give a host that is known here.',
    ],
    [
      'a folder that takes nothing',
      fault('EROFS', { code: 'EROFS', syscall: 'mkdir', path: '/srv/data' }),
      '/srv/data cannot be written (EROFS): give a folder that can with --data.',
    ],
    ['anything else', fault('the disk is on fire', {}), 'the disk is on fire'],
  ])('says of %s what to do', (_name, error, sentence) => {
    expect(faultSentence(error)).toBe(sentence);
  });
});
