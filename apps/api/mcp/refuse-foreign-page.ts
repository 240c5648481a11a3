import { Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';

type Settings = Pick<Configuration, 'PUBLIC_URL' | 'CORS_ORIGINS'>;

/**
 * Refuses pages of other sites, and names that may lead to this machine by a trick of theirs (DNS rebinding): a name counts that is ours, that no
 * public DNS can give (an address, or one without a dot), an origin that is ours, of the machine that the page is read on, or one of CORS_ORIGINS. Throws `Rejected`.
 */
export function refuseForeignPage({ host, origin }: IncomingHttpHeaders, settings: Settings): void {
  const own = new URL(settings.PUBLIC_URL);
  const name = hostnameOf(`http://${host ?? ''}`);
  if (name === null || !(name === own.hostname || isLocalName(name))) throw refusal('Host', 'Use the address of this service.');
  if (origin === undefined) return;
  const allowed = settings.CORS_ORIGINS ?? [];
  if (origin === own.origin || allowed.includes('*') || allowed.includes(origin)) return;
  const from = hostnameOf(origin);
  if (from === null || !isLoopback(from)) throw refusal('Origin', 'Let the operator add the origin of the page to CORS_ORIGINS.');
}

const refusal = (header: string, remediation: string): Rejected =>
  new Rejected('access_denied', `The header ${header} names another site`, {}, { status: 403, remediation });

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null;
}

const isLocalName = (name: string): boolean => name !== '' && (isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost'));

/** A page at any other address is of a machine that others may run. */
const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
