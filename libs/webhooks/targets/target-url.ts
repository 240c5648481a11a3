import { isAbsoluteUrl } from '@pps/kernel';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

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
