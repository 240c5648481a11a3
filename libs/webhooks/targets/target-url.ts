import { isAbsoluteUrl } from '@pps/kernel';
import { isIP } from 'node:net';
import { IPv4, IPv6, parse } from 'ipaddr.js';

/** `public`: https to addresses of the public internet only; `any`: http and this machine's network too. */
export type TargetPolicy = 'any' | 'public';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Gives the addresses of a host, within a bounded time; `projectId` says for whom. */
export type Resolve = (host: string, projectId: string) => Promise<readonly Address[]>;

/** An endpoint that may not be called, or was not found: one text for both, so that nobody can explore our network by the difference. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor() {
    super('The URL cannot be reached');
  }
}

const maxUrlLength = 2_048;
const maxHostLength = 253;
const publicPorts = ['', '443', '8443'];

/** The parsed URL, when the policy allows its form; otherwise the problem, as a sentence for the user. */
export function targetUrl(text: string, policy: TargetPolicy): { readonly url: URL } | { readonly problem: string } {
  if (text.length > maxUrlLength) return { problem: `The URL must not be longer than ${maxUrlLength} characters` };
  const url = isAbsoluteUrl(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url) return { problem: 'The URL must be absolute, starting with https://' };
  if (url.username !== '' || url.password !== '') return { problem: 'The URL must not hold credentials' };
  if (hostOf(url).length > maxHostLength) return { problem: `The host must not be longer than ${maxHostLength} characters` };
  if (policy === 'any') return { url };
  if (url.protocol !== 'https:') return { problem: 'The URL must start with https://' };
  if (!publicPorts.includes(url.port)) return { problem: 'The port must be 443 or 8443' };
  return { url };
}

/** Looks the URL's host up for a project and gives its addresses. Throws `Unreachable` when there is none, or when the policy is `public` and one of them is not. */
export async function resolveAllowedAddresses(
  url: URL,
  policy: TargetPolicy,
  projectId: string,
  resolve: Resolve,
): Promise<readonly Address[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host, projectId).catch(() => []) : [{ address: host, family: family as 4 | 6 }];
  if (addresses.length === 0) throw new Unreachable();
  if (policy === 'public' && !addresses.every(({ address }) => isPublicAddress(address))) throw new Unreachable();
  return addresses;
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const notPublicV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((cidr) => IPv4.parseCIDR(cidr));

const notPublicV6 = [
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  '3fff::/20',
  '2002::/16',
  '2001::/32',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map((cidr) => IPv6.parseCIDR(cidr));

const mappedV4 = IPv6.parseCIDR('::ffff:0:0/96');
const compatibleV4 = IPv6.parseCIDR('::/96');

/** True for an address of the public internet; compares bytes, never text. Throws for what is no address. */
function isPublicAddress(address: string): boolean {
  const parsed = parse(address.replace(/%.*$/, ''));
  if (parsed instanceof IPv4) return isPublicV4(parsed);
  const v6 = parsed as IPv6;
  if (v6.match(mappedV4)) return isPublicV4(v6.toIPv4Address());
  if (v6.match(compatibleV4)) return false;
  return !notPublicV6.some((range) => v6.match(range));
}

const isPublicV4 = (address: IPv4): boolean => !notPublicV4.some((range) => address.match(range));
