import { readClientMetadata, type ClientMetadata, type OAuthClientDeps } from '@pps/identity';
import type { Configuration } from '@pps/runtime';
import { fetchDocument, type FetchedDocument } from '@pps/webhooks';
import { LRUCache } from 'lru-cache';

type FetchDocument = (address: string) => Promise<FetchedDocument | null>;

interface Known {
  readonly metadata: ClientMetadata | null;
  readonly untilMs: number;
}

const documentsKept = 1_000;
const mostFetches = 20;
const [missingMs, leastMs, mostMs] = [30_000, 300_000, 86_400_000];

/**
 * What programs say of themselves at the address that is their id (Client ID Metadata Documents). Each is fetched once for all who ask at the same time, kept as
 * long as its server says, within 5 minutes and a day, and what is none for half a minute. Beyond 20 fetches at once none counts.
 */
export function openClientDocuments(
  { WEBHOOK_TARGETS: policy }: Pick<Configuration, 'WEBHOOK_TARGETS'>,
  clock: () => Date,
  fetch: FetchDocument = (address) => fetchDocument(address, policy === 'any' ? 'any' : 'public'),
): OAuthClientDeps['clientDocuments'] {
  const known = new LRUCache<string, Known>({ max: documentsKept });
  const fetching = new Map<string, Promise<ClientMetadata | null>>();
  return { find };

  async function find(address: string): Promise<ClientMetadata | null> {
    if (!isDocumentAddress(address, policy === 'any')) return null;
    const kept = known.get(address);
    if (kept && clock().getTime() < kept.untilMs) return kept.metadata;
    const running = fetching.get(address);
    if (running) return running;
    if (fetching.size >= mostFetches) return null;
    const started = load(address).finally(() => fetching.delete(address));
    fetching.set(address, started);
    return started;
  }

  async function load(address: string): Promise<ClientMetadata | null> {
    const document = await fetch(address);
    const metadata = document && readDocument(address, document.body);
    const lastsMs = metadata ? Math.min(Math.max(maxAgeMs(document?.cacheControl), leastMs), mostMs) : missingMs;
    known.set(address, { metadata, untilMs: clock().getTime() + lastsMs });
    return metadata;
  }
}

/** https, with a path, as a parser writes it again: so that one program has one address. */
function isDocumentAddress(address: string, isHttpFine: boolean): boolean {
  if (address.length > 500 || !URL.canParse(address)) return false;
  const { href, protocol, pathname, hash, username, password } = new URL(address);
  if (protocol !== 'https:' && !(isHttpFine && protocol === 'http:')) return false;
  return href === address && pathname !== '/' && hash === '' && username === '' && password === '';
}

/** Null where the document is of another address, or is no public program's. */
function readDocument(address: string, text: string): ClientMetadata | null {
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
