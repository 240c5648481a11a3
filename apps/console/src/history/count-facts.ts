import { readNewestCheckpoint } from '../proofs/read-newest-checkpoint';
import { readFactPage } from './history-fact';
import type { HistoryScope } from './history-scope';

const pageSize = 200;

/** How many facts a history has: as many as were signed, and those since. Histories that grew much since are measured by doubling steps. */
export async function countFacts(scope: HistoryScope['scope'], signal: AbortSignal): Promise<number> {
  const signed = (await readNewestCheckpoint(scope, signal))?.size ?? 0;
  const next = await readFactPage({ scope, from: signed, limit: pageSize }, signal);
  if (!next.hasMore) return signed + next.items.length;
  const isThere = async (leaf: number): Promise<boolean> => (await readFactPage({ scope, from: leaf, limit: 1 }, signal)).items.length > 0;
  let [there, gone] = [signed + pageSize, signed + 2 * pageSize];
  for (; await isThere(gone); gone += gone - signed) there = gone;
  while (gone - there > 1) {
    const middle = Math.floor((there + gone) / 2);
    if (await isThere(middle)) there = middle;
    else gone = middle;
  }
  return gone;
}
