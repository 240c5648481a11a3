import { mapLimited } from '@pps/concurrency';
import type { EventStore, RecordedFact } from '@pps/event-store';
import type { Database } from '@pps/read-store';
import { readLeaves, type HistoryLeaf } from './audit-facts.query';

/** A leaf with its fact as the log holds it now; null where the log does not hold it any more. */
export interface HistoryEntry {
  readonly leaf: HistoryLeaf;
  readonly fact: RecordedFact | null;
}

interface HistorySource {
  readonly db: Database;
  readonly store: Pick<EventStore, 'read'>;
}

interface StreamedSource {
  readonly db: Database;
  readonly store: Pick<EventStore, 'read' | 'subscribe'>;
}

const readsAtOnce = 6;

/** After scans that met too many facts of others, so many pages are read by their streams at most before the next scan. */
const mostPagesBetween = 64;

/** Entries of a history from one on, in order, at most so many. The facts come from the log itself, so that what was changed there shows. Throws `StoreUnavailable`. */
export async function readHistory({ db, store }: HistorySource, treeId: string, from: number, limit: number): Promise<HistoryEntry[]> {
  const leaves = await readLeaves(db, treeId, from, limit);
  return entriesOf(leaves, await readStreams(store, leaves));
}

/**
 * From the beginning `from` up to `size` leaves, page by page; each page is read when the one before was taken. Where the history is much of the log, the
 * log is read along; else the streams of each page are. Throws `StoreUnavailable`.
 */
export async function* streamHistory(
  { db, store }: StreamedSource,
  treeId: string,
  { from, size, pageSize }: { readonly from: number; readonly size: number; readonly pageSize: number },
): AsyncGenerator<HistoryEntry[]> {
  let [after, pagesUntilScan, pagesBetween]: [bigint | null, number, number] = [null, 0, 1];
  let scan: LogScan | null = null;
  try {
    for (let next = from; next < size;) {
      const leaves = await readLeaves(db, treeId, next, Math.min(pageSize, size - next));
      if (leaves.length === 0) return;
      if (after !== null && !scan && pagesUntilScan-- <= 0) scan = scanLog(store, after);
      const facts = new Map<string, RecordedFact>();
      if (scan) {
        const taken: ScannedLeaves = await scan.take(leaves);
        for (const [place, fact] of taken.facts) facts.set(place, fact);
        pagesBetween = taken.isDense ? 1 : Math.min(2 * pagesBetween, mostPagesBetween);
        if (!taken.isDense) {
          scan.end();
          [scan, pagesUntilScan] = [null, pagesBetween];
        }
      }
      const missing = leaves.filter((leaf) => !facts.has(leafAddressOf(leaf)));
      for (const [place, fact] of await readStreams(store, missing)) facts.set(place, fact);
      yield entriesOf(leaves, facts);
      next += leaves.length;
      after = BigInt(leaves.at(-1)?.position ?? 0);
    }
  } finally {
    scan?.end();
  }
}

const entriesOf = (leaves: readonly HistoryLeaf[], facts: ReadonlyMap<string, RecordedFact>): HistoryEntry[] =>
  leaves.map((leaf) => ({ leaf, fact: facts.get(leafAddressOf(leaf)) ?? null }));

/** The facts of leaves, by their place, each read from its own stream. */
async function readStreams(store: HistorySource['store'], leaves: readonly HistoryLeaf[]): Promise<ReadonlyMap<string, RecordedFact>> {
  const read = await mapLimited(readsAtOnce, runsOf(leaves), async ({ stream, first, last }) =>
    store.read(stream, first, last - first + 1),
  );
  return new Map(read.flat().map((fact) => [leafAddressOf(fact), fact]));
}

interface StreamRun {
  readonly stream: string;
  first: number;
  last: number;
}

/** Revisions of one stream that are read together; a gap of more is not worth reading. */
const widestGap = 8;

function runsOf(leaves: readonly HistoryLeaf[]): StreamRun[] {
  const runs: StreamRun[] = [];
  const open = new Map<string, StreamRun>();
  for (const { stream, revision } of leaves) {
    const run = open.get(stream);
    if (run && revision > run.last && revision - run.last <= widestGap) {
      run.last = revision;
      continue;
    }
    const begun = { stream, first: revision, last: revision };
    open.set(stream, begun);
    runs.push(begun);
  }
  return runs;
}

/** Facts of others that a scan reads past for each leaf that it looks for; reading one stream costs about as much as that many facts. */
const mostOthers = 8;

/** Where the last fact has been removed from the log, none may follow. */
const timeoutMs = 10_000;

export interface ScannedLeaves {
  /** What was met of the leaves' facts, by their place. */
  readonly facts: ReadonlyMap<string, RecordedFact>;
  /** Whether the log had few other facts between them. */
  readonly isDense: boolean;
}

export interface LogScan {
  /**
   * Reads on until the last of these leaves, which are in order and behind those of before, or until there were too many facts of others. Whatever it does
   * not meet, because it was moved or removed or the store did not answer for 10 s, is left out. A scan that is not dense is over.
   */
  take(leaves: readonly HistoryLeaf[]): Promise<ScannedLeaves>;
  end(): void;
}

/** Reads the log along from a fact's position on, as far as it is asked to; has to be ended. */
export function scanLog(store: Pick<EventStore, 'subscribe'>, after: bigint): LogScan {
  const reading = new AbortController();
  const facts = store.subscribe(after, reading.signal)[Symbol.asyncIterator]();
  let ahead: RecordedFact | null = null;
  const end = () => {
    reading.abort();
    void facts.return?.().catch(() => undefined);
  };
  return {
    async take(leaves) {
      const wanted = new Set(leaves.map(leafAddressOf));
      const last = BigInt(leaves.at(-1)?.position ?? 0);
      const met = new Map<string, RecordedFact>();
      for (let others = 0; others <= mostOthers * leaves.length;) {
        const fact: RecordedFact | null = ahead ?? (await nextOf(facts));
        ahead = null;
        if (!fact) return { facts: met, isDense: false };
        if (fact.position > last) {
          ahead = fact;
          return { facts: met, isDense: true };
        }
        const place = leafAddressOf(fact);
        if (wanted.has(place)) met.set(place, fact);
        else others++;
        if (fact.position === last) return { facts: met, isDense: true };
      }
      return { facts: met, isDense: false };
    },
    end,
  };
}

/** Null at the end, after a failure, and when nothing comes in time: whoever wants it reads the stream instead, and is told what is wrong there. */
async function nextOf(facts: AsyncIterator<RecordedFact>): Promise<RecordedFact | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), timeoutMs)));
  const next = facts.next().then(
    ({ value, done }) => (done ? null : value),
    () => null,
  );
  return Promise.race([next, late]).finally(() => clearTimeout(timer));
}

/** Names where a fact stands in the log, whatever position that is in which store. */
export const leafAddressOf = ({ stream, revision }: { readonly stream: string; readonly revision: number }): string =>
  `${revision} ${stream}`;
