import type { HistoryFact } from '../history/history-fact';
import type { HistoryScope } from '../history/history-scope';
import { client } from '../session/client';
import { readKeys, readNewestCheckpoint } from './read-newest-checkpoint';
import type { FactWithProof } from './verifier-task';
import { NoVerdictError, verifyInWorker, type Found, type Progress } from './verify-in-worker';

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

const atOnce = 4;

/** Proves that facts are in the newest tree that was signed. Throws `NoVerdictError` where none covers them yet. */
export async function proveFacts(
  { scope, workspaceId }: HistoryScope,
  facts: readonly HistoryFact[],
  { signal, onProgress }: Following,
): Promise<Found> {
  const [checkpoint, keys] = await Promise.all([readNewestCheckpoint(scope, signal), readKeys(signal)]);
  const last = Math.max(...facts.map(({ leaf_index: leaf }) => leaf));
  if (checkpoint === null || checkpoint.size <= last)
    throw new NoVerdictError('No signed checkpoint covers it yet: each fact is covered within a minute. Try again then.');
  const waiting = facts.entries();
  const proved: FactWithProof[] = [];
  const work = async (): Promise<void> => {
    for (const [place, fact] of waiting) {
      const query = { scope, event_id: fact.event_id, size: checkpoint.size };
      const answer = await client.audit.proveEvent(query, { signal }).asResponse();
      proved[place] = { fact, proof: await answer.json() };
      onProgress({ lines: proved.length, bytes: 0 });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, facts.length) }, work));
  return verifyInWorker({ kind: 'facts', facts: proved, checkpoints: [checkpoint], keys, workspaceId }, { signal });
}
