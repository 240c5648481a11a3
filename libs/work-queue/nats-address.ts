import type { ConnectionOptions } from 'nats';

/**
 * What the NATS client is told of `nats://user:password@host:port` or `nats://token@host:port`, or of several of them with commas between: the client
 * itself (2.29) passes over all before the `@`, takes the last of a list, and takes `tls://` for no wish to be encrypted.
 * User, password and token are percent-encoded; a list has one of them. Throws where the addresses of a list name different ones.
 */
export function natsAddress(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'> {
  const addresses = url.split(',').map((address) => readAddress(address.trim()));
  const [credentials = {}, ...others] = [...new Set(addresses.map((address) => JSON.stringify(address.credentials)))]
    .filter((text) => text !== '{}')
    .map((text) => JSON.parse(text) as Credentials);
  if (others.length > 0) throw new Error('NATS_URL: all addresses of the list must have the same user and password');
  const [server = '', ...more] = addresses.map((address) => address.server);
  return {
    servers: more.length > 0 ? [server, ...more] : server,
    ...credentials,
    ...(addresses.some((address) => address.encrypted) && { tls: {} }),
  };
}

interface Credentials {
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
}

function readAddress(address: string): { server: string; encrypted: boolean; credentials: Credentials } {
  const [, scheme = '', user, password, host = ''] = /^(\w+:\/\/)?(?:([^:@/]*)(?::([^@/]*))?@)?(.*)$/.exec(address) ?? [];
  return { server: `${scheme}${host}`, encrypted: scheme === 'tls://', credentials: readCredentials(user, password) };
}

function readCredentials(user: string | undefined, password: string | undefined): Credentials {
  if (!user) return {};
  if (password === undefined) return { token: decodeURIComponent(user) };
  return { user: decodeURIComponent(user), pass: decodeURIComponent(password) };
}
