import type { Binaries } from './binaries';
import { superuser } from './cluster';
import type { Layout } from './layout';
import { host } from './server';
import type { ServerOptions } from './server';
import type { SystemUser } from './system-user';

/** All that one start needs once the data is held and the cluster exists. */
export interface Start {
  layout: Layout;
  binaries: Binaries;
  user: SystemUser | undefined;
  password: string;
  port: number;
  server: ServerOptions;
}

export interface Found {
  pid: number;
  port: number;
  adopted: boolean;
}

/** Database `postgres` as the superuser. */
export function urlOf(port: number, password: string): string {
  return `postgres://${superuser}:${encodeURIComponent(password)}@${host}:${port}/postgres`;
}
