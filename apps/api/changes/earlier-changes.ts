import { readFactsAfter } from '@pps/audit';
import { NotFresh } from '@pps/read-store';
import type { App } from '../../foundation/bind-app';
import { changeOf, type Change } from './change';
import type { ResetReason } from './change-text';

/** Who was away longer reads again what it shows, which costs less than so many changes. */
const mostFacts = 2_000;

export interface EarlierChanges {
  readonly organizationId: string;
  /** The histories that they belong to. */
  readonly treeIds: readonly string[];
  readonly after: bigint;
  readonly upTo: bigint;
}

/**
 * What changed between two positions of the log, by the index of facts, so that neither a restart nor another process makes a difference; why not where
 * that is too much, where the index has not come so far, and where a sandbox was reset meanwhile.
 */
export async function earlierChanges(
  app: Pick<App, 'db' | 'freshness'>,
  { organizationId, treeIds, after, upTo }: EarlierChanges,
): Promise<Change[] | ResetReason> {
  try {
    await app.freshness.wait('audit_facts', { organizationId, asOf: upTo });
  } catch (error) {
    if (error instanceof NotFresh) return 'too_far_behind';
    throw error;
  }
  const changes: Change[] = [];
  for (const treeId of treeIds) {
    const facts = await readFactsAfter(app.db, treeId, after, mostFacts);
    if (!facts) return 'too_far_behind';
    changes.push(...facts.flatMap((fact) => (fact.position <= upTo ? (changeOf(fact, treeId) ?? []) : [])));
    if (changes.some(({ endsEpoch }) => endsEpoch)) return 'project_reset';
  }
  return changes.sort((one, other) => (one.position < other.position ? -1 : 1));
}
