import { isTableMissing, type Database } from '@pps/read-store';
import type { WorkItem } from '@pps/work-queue';
import { findUnclaimedGrants } from '../pacing/publish-grants.store';
import { readTasks, type PublishQueue } from '../pacing/publish-queue';
import type { ReadKind } from '../pin/next-action';

/**
 * Attempts that were granted and not begun, and reads of the platform that are due: what the pacer and the timers offer, for who looks himself. In an
 * order of chance: what stays due must not keep others from being found.
 */
export function findDuePublishing(db: Database, publishQueue: Pick<PublishQueue, 'readsDue'>, random: () => number = Math.random) {
  const publish = async (limit: number, lostAfterMs: number): Promise<WorkItem[]> =>
    (await findUnclaimedGrants(db, limit, lostAfterMs)).map(({ pinId, attempt }) => itemOf('publish', pinId, attempt));
  const read =
    (kind: ReadKind) =>
    async (limit: number, lostAfterMs: number): Promise<WorkItem[]> =>
      shuffle(await publishQueue.readsDue(kind, lostAfterMs).catch(noneWithoutTable), random)
        .slice(0, limit)
        .map(({ pinId, attempt }) => itemOf(readTasks[kind], pinId, attempt));
  return { publish, video: read('read_video_status'), reconcile: read('read_board') };
}

/** On the very first start a worker may look before the read model is made. */
const noneWithoutTable = (error: unknown): readonly never[] => {
  if (isTableMissing(error)) return [];
  throw error;
};

const itemOf = (kind: WorkItem['kind'], id: string, attempt: number): WorkItem => ({ kind, id, attributes: { attempt: String(attempt) } });

const shuffle = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
