import type { ConnectionOptions } from 'nats';

/**
 * What the NATS client is told of `nats://user:password@host:port` or `nats://token@host:port`: the client itself passes over all before the `@`.
 * User, password and token are percent-encoded.
 */
export function natsAddress(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token'> {
  const [, scheme = '', user, password, servers = ''] = /^(\w+:\/\/)?(?:([^:@/]*)(?::([^@/]*))?@)?(.*)$/.exec(url) ?? [];
  const address = { servers: `${scheme}${servers}` };
  if (!user) return address;
  if (password === undefined) return { ...address, token: decodeURIComponent(user) };
  return { ...address, user: decodeURIComponent(user), pass: decodeURIComponent(password) };
}
