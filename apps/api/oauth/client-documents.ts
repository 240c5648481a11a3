import { Overloaded } from '@pps/concurrency';
import { readClientMetadata, type ClientMetadata, type OAuthClientDeps } from '@pps/identity';
import type { Configuration } from '@pps/runtime';
import { fetchDocument, type FetchedDocument } from '@pps/webhooks';
import { LRUCache } from 'lru-cache';

type FetchDocument = (address: string) => Promise<FetchedDocument | null>;

interface Known {
  readonly metadata: ClientMetadata;
  /** Fetched again after this, and good until `goodUntilMs` where that fails. */
  readonly untilMs: number;
  readonly goodUntilMs: number;
}

const documentsKept = 1_000;
const most = { ofAll: 40, ofHost: 4, ofSite: 4 };
const [missingMs, leastMs, mostMs] = [30_000, 300_000, 86_400_000];

/**
 * What programs say of themselves at the address that is their id (Client ID Metadata Documents). Each is fetched once for all who ask at the same time, kept as
 * long as its server says, within 5 minutes and a day, and what is none for half a minute. While its server fails, what it said last counts for a day more. At most 4
 * at once are fetched from one host, 4 for one network of clients, and 40 in all: slow servers hold up their own programs.
 */
export function openClientDocuments(
  { WEBHOOK_TARGETS: policy }: Pick<Configuration, 'WEBHOOK_TARGETS'>,
  clock: () => Date,
  fetch: FetchDocument = (address) => fetchDocument(address, policy === 'any' ? 'any' : 'public'),
): OAuthClientDeps['clientDocuments'] {
  const known = new LRUCache<string, Known>({ max: documentsKept });
  const missing = new LRUCache<string, number>({ max: documentsKept });
  const fetching = new Map<string, Fetching>();
  return { find };

  async function find(address: string, site: string): Promise<ClientMetadata | null> {
    if (!isDocumentAddress(address, policy === 'any')) return null;
    const now = clock().getTime();
    const kept = known.get(address);
    if (kept && now < kept.untilMs) return kept.metadata;
    const lastGood = kept && now < kept.goodUntilMs ? kept.metadata : null;
    if (now < (missing.get(address) ?? 0)) return lastGood;
    const running = fetching.get(address);
    if (running) return running.result;
    if (!hasRoom(address, site)) {
      if (lastGood) return lastGood;
      throw new Overloaded('all');
    }
    const result = load(address, lastGood).finally(() => fetching.delete(address));
    fetching.set(address, { host: hostOf(address), site, result });
    return result;
  }

  function hasRoom(address: string, site: string): boolean {
    const running = [...fetching.values()];
    const ofHost = running.filter(({ host }) => host === hostOf(address));
    return running.length < most.ofAll && ofHost.length < most.ofHost && running.filter((each) => each.site === site).length < most.ofSite;
  }

  async function load(address: string, lastGood: ClientMetadata | null): Promise<ClientMetadata | null> {
    const document = await fetch(address);
    const metadata = document && readDocument(address, document);
    const now = clock().getTime();
    if (!metadata) {
      missing.set(address, now + missingMs);
      return lastGood;
    }
    const untilMs = now + Math.min(Math.max(maxAgeMs(document.cacheControl), leastMs), mostMs);
    known.set(address, { metadata, untilMs, goodUntilMs: untilMs + mostMs });
    return metadata;
  }
}

interface Fetching {
  readonly host: string;
  /** The network of clients that it is fetched for. */
  readonly site: string;
  readonly result: Promise<ClientMetadata | null>;
}

const hostOf = (address: string): string => new URL(address).hostname;

/** https, with a path, as a parser writes it again: so that one program has one address. */
function isDocumentAddress(address: string, isHttpFine: boolean): boolean {
  if (address.length > 500 || !URL.canParse(address)) return false;
  const { href, protocol, pathname, hash, username, password } = new URL(address);
  if (protocol !== 'https:' && !(isHttpFine && protocol === 'http:')) return false;
  return href === address && pathname !== '/' && hash === '' && username === '' && password === '';
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Null where the document is no JSON by its own word, of another address, or no public program's. */
function readDocument(address: string, { body: text, contentType = '' }: FetchedDocument): ClientMetadata | null {
  if (!jsonType.test(contentType)) return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null) return null;
  const { client_id: id, token_endpoint_auth_method: method = 'none' } = body as Record<string, unknown>;
  if (id !== address || method !== 'none') return null;
  const metadata = readClientMetadata(body);
  return 'why' in metadata ? null : metadata;
}

const maxAgeMs = (cacheControl = ''): number => Number(/(?:^|[\s,])max-age=(\d{1,8})/.exec(cacheControl)?.[1] ?? 0) * 1_000;
