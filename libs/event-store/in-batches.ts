import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedFact } from './recorded-fact';

/** Batches of the facts that have arrived; waits for the first one, and unless there are enough for a full batch `gatherMs` longer for more. Ends with the facts. */
export async function* inBatches(
  facts: AsyncIterable<RecordedFact>,
  max: number,
  gatherMs: number,
): AsyncGenerator<readonly RecordedFact[]> {
  let waiting: RecordedFact[] = [];
  let failure: { readonly error: unknown } | undefined;
  let ended = false;
  let left = false;
  let arrived = () => undefined as void;
  let yielded = () => undefined as void;
  const pump = (async () => {
    for await (const fact of facts) {
      waiting.push(fact);
      arrived();
      if (left) return;
      if (waiting.length >= 2 * max) await new Promise<void>((resolve) => (yielded = resolve));
    }
  })()
    .catch((error: unknown) => (failure = { error }))
    .finally(() => {
      ended = true;
      arrived();
    });
  try {
    while (true) {
      if (waiting.length === 0 && !ended) await new Promise<void>((resolve) => (arrived = resolve));
      if (gatherMs > 0 && !ended && waiting.length < max) await delay(gatherMs);
      if (waiting.length === 0) break;
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      yielded();
      yield batch;
    }
  } finally {
    left = true;
    yielded();
  }
  await pump;
  if (failure) throw failure.error;
}
