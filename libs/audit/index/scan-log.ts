import type { EventStore, RecordedFact } from '@pps/event-store';
import type { HistoryLeaf } from './audit-facts.query';
import { leafAddressOf } from './leaf-address-of';

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
