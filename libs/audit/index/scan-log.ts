import type { EventStore, RecordedFact } from '@pps/event-store';
import type { HistoryLeaf } from './audit-facts.query';
import { placeOf } from './place-of';

/** Facts of others that a scan reads past for each leaf that it looks for; reading one stream costs about as much as that many facts. */
const mostOthers = 8;
/** Where the last fact has been removed from the log, none may follow. */
const timeoutMs = 10_000;

export interface LogScan {
  /** What was met of the leaves' facts, by their place. */
  readonly facts: ReadonlyMap<string, RecordedFact>;
  /** Whether the log had few other facts between them. */
  readonly isDense: boolean;
}

/**
 * Reads the log from a fact's position on until the last of these leaves, which are in order, or until there were too many facts of others. Whatever it
 * does not meet, because it was moved or removed or the store did not answer, is left out.
 */
export async function scanLog(store: Pick<EventStore, 'subscribe'>, after: bigint, leaves: readonly HistoryLeaf[]): Promise<LogScan> {
  const wanted = new Set(leaves.map(placeOf));
  const last = BigInt(leaves.at(-1)?.position ?? 0);
  const facts = new Map<string, RecordedFact>();
  const reading = new AbortController();
  const timer = setTimeout(() => reading.abort(), timeoutMs);
  let [others, isDense] = [0, false];
  try {
    for await (const fact of store.subscribe(after, reading.signal)) {
      const place = placeOf(fact);
      if (wanted.has(place)) facts.set(place, fact);
      else others++;
      isDense = fact.position >= last;
      if (isDense || others > mostOthers * leaves.length) break;
    }
  } catch {
    // Whoever wanted them reads the streams instead, and is told what is wrong there.
  } finally {
    clearTimeout(timer);
    reading.abort();
  }
  return { facts, isDense };
}
