import { openedFields, type EventStore } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { Readable } from 'node:stream';
import { type HistoryEntry, streamHistory } from './read-history';

/** An entry of a history as auditors get it, over HTTP and in an export: `data` as it is stored, `opened` what is sealed in it and can be opened, `opened_keys` what proves that. */
export const toHistoryItem = ({ leaf, fact }: HistoryEntry) => ({
  position: Number(leaf.position),
  event_id: fact?.id ?? leaf.eventId,
  stream: leaf.stream,
  revision: leaf.revision,
  type: fact?.type ?? leaf.type,
  recorded_at: (fact?.recordedAt ?? leaf.recordedAt).toISOString(),
  actor: fact?.metadata.actor ?? null,
  data: fact?.storedData ?? fact?.data ?? null,
  metadata: fact?.metadata ?? null,
  ...openedOf(fact),
  leaf_index: leaf.leafIndex,
  leaf_hash: leaf.leafHash.toString('hex'),
});

function openedOf(fact: HistoryEntry['fact']): { readonly opened: unknown; readonly opened_keys: Readonly<Record<string, string>> | null } {
  const opened = fact ? openedFields(fact) : undefined;
  if (!fact || opened === undefined) return { opened: null, opened_keys: null };
  return { opened, opened_keys: fact.metadata.wordsHash === undefined ? null : (fact.wordKeys?.() ?? {}) };
}

const exportsAtOnce = 2;
const pageSize = 200;
const retryAfterSeconds = 10;

/** Histories on their way to auditors: each holds one page of 200 facts in memory, and reads the next when the client has taken it. */
export class HistoryExports {
  private readonly open = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly store: EventStore,
  ) {}

  /** Lines of JSON from one leaf up to `size`. Throws `rate_limited` while the organization has two exports in this process. */
  begin(organizationId: string, treeId: string, { from, size }: { readonly from: number; readonly size: number }): Readable {
    const running = this.open.get(organizationId) ?? 0;
    if (running >= exportsAtOnce) {
      throw new Rejected('rate_limited', 'Two exports of this organization are running', { retry_after_seconds: retryAfterSeconds });
    }
    this.open.set(organizationId, running + 1);
    const lines = Readable.from(this.pages(treeId, from, size), { objectMode: false, highWaterMark: 1 });
    lines.once('close', () => this.end(organizationId));
    return lines;
  }

  private async *pages(treeId: string, from: number, size: number): AsyncGenerator<Buffer> {
    const source = { db: this.db, store: this.store };
    for await (const page of streamHistory(source, treeId, { from, size, pageSize })) {
      yield Buffer.from(page.map((entry) => `${JSON.stringify(toHistoryItem(entry))}\n`).join(''));
    }
  }

  private end(organizationId: string): void {
    const running = (this.open.get(organizationId) ?? 1) - 1;
    if (running > 0) this.open.set(organizationId, running);
    else this.open.delete(organizationId);
  }
}
