import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** Groups of an IPv6 address that name a network: one customer has at least a /64. */
const networkGroups = 4;

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  if (tail === undefined) return groups(head);
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/** The network a call comes from: an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  return groupsOf(ip.toLowerCase())
    .slice(0, networkGroups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
