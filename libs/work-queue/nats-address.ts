import type { ConnectionOptions } from 'nats';

/**
 * What the NATS client is told of `nats://user:password@host:port` or `nats://token@host:port`, or of several of them with commas between: the client
 * itself (2.29) passes over all before the `@`, takes the last of a list, and takes `tls://` for no wish to be encrypted.
 * User, password and token are percent-encoded; all addresses of a list have those that one of them names. Throws with all that is wrong, each address by
 * its place in the list, and where addresses of a list name different users; a host is named only where it cannot be part of a password.
 */
export function natsAddress(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'> {
  const texts = url.split(',').map((text) => text.trim());
  const faults = texts.flatMap((text, index) => {
    const fault = faultOf(text);
    return fault === null ? [] : [`${placeOf(texts, index)}${fault}`];
  });
  if (isInPassword(texts)) faults.push(commaInPassword);
  if (faults.length > 0) throw new Error(`NATS_URL: ${faults.join('; ')}`);
  const addresses = texts.map(readAddress);
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

/** Whether a comma seems to stand in a password, whose first part then looks like the address of a server. */
const isInPassword = (texts: readonly string[]): boolean => {
  const first = texts.findIndex((text) => text.includes('@'));
  return first > 0 && !texts[first]?.includes('://');
};
const commaInPassword = 'a user comes after a comma: write a , in a password as %2C, and nats:// before each address of a list';
const parts = /^(?:(\w*):\/\/)?(?:([^:@/]*)(?::([^@/]*))?@)?(.*)$/;
const hostAndPort = /^(\[[\da-f:.%]+\]|[^:@/?#\s[\]]+)(?::(.*?))?\/?$/i;

/** What is wrong with one address, in words that repeat nothing of a password; null where nothing is. */
function faultOf(address: string): string | null {
  if (address === '') return 'is empty';
  const [, scheme = 'nats', , , rest = ''] = parts.exec(address) ?? [];
  if (!['nats', 'tls'].includes(scheme)) return 'must begin with nats:// or tls://';
  if (rest === '') return 'has no host';
  if (rest.includes('@')) return 'has an @ too many: write one in a password as %40, a / as %2F';
  const [, host, port] = hostAndPort.exec(rest) ?? [];
  if (host === undefined) return 'has no host that can be read: write a / in a password as %2F, a : as %3A';
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
  if (isPort) return null;
  return `${address.includes('@') ? `(host ${host}) ` : ''}has a port that is no number from 1 to 65535`;
}

const placeOf = (texts: readonly string[], index: number): string =>
  texts.length > 1 ? `address ${index + 1} of ${texts.length} ` : 'it ';

function readAddress(address: string): { server: string; encrypted: boolean; credentials: Credentials } {
  const [, scheme, user, password, rest = ''] = parts.exec(address) ?? [];
  const server = `${scheme === undefined ? '' : `${scheme}://`}${rest.replace(/\/$/, '')}`;
  return { server, encrypted: scheme === 'tls', credentials: readCredentials(user, password) };
}

function readCredentials(user: string | undefined, password: string | undefined): Credentials {
  if (!user) return {};
  if (password === undefined) return { token: decodeURIComponent(user) };
  return { user: decodeURIComponent(user), pass: decodeURIComponent(password) };
}
