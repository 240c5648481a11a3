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

const readsAtOnce = 6;

/** Entries of a history from one on, in order, at most so many. The facts come from the log itself, so that what was changed there shows. Throws `StoreUnavailable`. */
export async function readHistory({ db, store }: HistorySource, treeId: string, from: number, limit: number): Promise<HistoryEntry[]> {
  const leaves = await readLeaves(db, treeId, from, limit);
  const runs = runsOf(leaves);
  const read = await mapLimited(readsAtOnce, runs, async ({ stream, first, last }) => store.read(stream, first, last - first + 1));
  const facts = new Map(read.flat().map((fact) => [keyOf(fact), fact]));
  return leaves.map((leaf) => ({ leaf, fact: facts.get(keyOf(leaf)) ?? null }));
}

/** From the beginning `from` up to `size` leaves, page by page; each page is read when the one before was taken. */
export async function* streamHistory(
  source: HistorySource,
  treeId: string,
  { from, size, pageSize }: { readonly from: number; readonly size: number; readonly pageSize: number },
): AsyncGenerator<HistoryEntry[]> {
  for (let next = from; next < size;) {
    const page = await readHistory(source, treeId, next, Math.min(pageSize, size - next));
    if (page.length === 0) return;
    yield page;
    next += page.length;
  }
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

const keyOf = ({ stream, revision }: { readonly stream: string; readonly revision: number }): string => `${revision} ${stream}`;
