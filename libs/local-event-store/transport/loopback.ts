import { isIP } from 'node:net';

/** Throws unless the host names this machine only: the server knows no credentials, so nobody else may reach it. */
export function assertLoopback(host: string): void {
  const loopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (!loopback) throw new Error(`the local event store listens on loopback addresses only, not on ${host}`);
}
