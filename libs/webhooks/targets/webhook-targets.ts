import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isPublicAddress } from './public-address';

/** `public`: https to addresses of the public internet only; `any`: http and this machine's network too. */
export type TargetPolicy = 'any' | 'public';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Resolve = (host: string) => Promise<readonly Address[]>;

/** An endpoint that may not be called, or cannot be found: one text for both, so that nobody can explore a network with it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor() {
    super('The URL cannot be reached');
  }
}

const longestUrl = 2_048;
const longestHost = 253;
const publicPorts = ['', '443', '8443'];
const resolveTimeoutMs = 5_000;

/** The URL, when its form is one the policy allows; otherwise what is wrong with it, in words. */
export function targetUrl(text: string, policy: TargetPolicy): { readonly url: URL } | { readonly problem: string } {
  if (text.length > longestUrl) return { problem: `The URL must not be longer than ${longestUrl} characters` };
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url) return { problem: 'The URL must be absolute, starting with https://' };
  if (url.username !== '' || url.password !== '') return { problem: 'The URL must not hold credentials' };
  if (hostOf(url).length > longestHost) return { problem: `The host must not be longer than ${longestHost} characters` };
  if (policy === 'any') return { url };
  if (url.protocol !== 'https:') return { problem: 'The URL must start with https://' };
  if (!publicPorts.includes(url.port)) return { problem: 'The port must be 443 or 8443' };
  return { url };
}

/** The addresses the URL's host may be called at, each of them checked. Throws Unreachable, also when only one of them is not public. */
export async function allowedAddresses(url: URL, policy: TargetPolicy, resolve: Resolve = resolveAll): Promise<readonly Address[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family: family as 4 | 6 }];
  if (addresses.length === 0) throw new Unreachable();
  if (policy === 'public' && !addresses.every(({ address }) => isPublicAddress(address))) throw new Unreachable();
  return addresses;
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

async function resolveAll(host: string): Promise<readonly Address[]> {
  const found = lookup(host, { all: true, verbatim: true });
  found.catch(() => undefined);
  const tooLate = delay(resolveTimeoutMs, null, { ref: false });
  const addresses = await Promise.race([found, tooLate]);
  return (addresses ?? []).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
