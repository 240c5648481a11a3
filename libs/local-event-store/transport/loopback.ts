import { isIP } from 'node:net';

/** Throws unless the host names this machine only: what is said to the server, its token too, is not encrypted. */
export function assertLoopback(host: string): void {
  const loopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (!loopback) throw new Error(`the local event store listens on loopback addresses only, not on ${host}`);
}
