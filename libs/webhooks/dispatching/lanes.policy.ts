import type { Batch } from '../deliveries/offers.store';
import type { BatchOut } from './find-batches-out';
import type { DueDeliveries } from './find-due-deliveries';

/** A share of the deliveries at once. */
export interface Lane {
  /** Batches at once, of all projects. */
  readonly size: number;
  readonly perProject: number;
  readonly perWebhook: number;
}

/** Webhooks whose last attempt was slow have a lane of their own, so that they cannot fill the one of the others. */
export const fastLane: Lane = { size: 128, perProject: 16, perWebhook: 2 };
export const slowLane: Lane = { size: 32, perProject: 2, perWebhook: 1 };

/**
 * So many batches of each lane begin at once of endpoints that are slow, or of which it is not known whether they answer: however many hang, what goes to
 * one that answers stands behind so many at most.
 */
export const unknownAtOnce = 8;

/** So many batches of the fast lane that have run for 2 s do not count: they hold a connection each and nothing else. */
const maxLong = 512;

export interface Occupied {
  readonly batches: number;
  readonly byProject: ReadonlyMap<string, number>;
  readonly byWebhook: ReadonlyMap<string, number>;
}

/**
 * What is occupied of a lane. Long batches of the fast lane still count for their project, and for all slots of their webhook: an endpoint that
 * keeps one call waiting gets no second one.
 */
export function occupiedOf(out: readonly BatchOut[], isSlow: boolean): Occupied {
  const { perWebhook } = isSlow ? slowLane : fastLane;
  const own = out.filter((batch) => batch.isSlow === isSlow);
  const long = isSlow ? 0 : own.filter(({ isLong }) => isLong).length;
  return {
    batches: own.length - Math.min(long, maxLong),
    byProject: countBy(own, ({ projectId }) => projectId),
    byWebhook: countBy(
      own,
      ({ webhookId }) => webhookId,
      ({ isLong }) => (isLong ? perWebhook : 1),
    ),
  };
}

/** What is limited beside the lane: those of `unknown` to the `room` that they have. */
export interface UnknownBatches<T> {
  readonly isUnknown: (batch: T) => boolean;
  readonly room: number;
}

/**
 * Which batches begin, of these in the order of their turns: no project has more than its share, and while half of the lane is occupied none
 * gets a second one, so that there is room for those who come next. Those of endpoints that answer go first.
 */
export function admitBatches<T extends { readonly projectId: string }>(
  lane: Lane,
  occupied: Occupied,
  inTurn: readonly T[],
  { isUnknown, room }: UnknownBatches<T>,
): T[] {
  const byProject = new Map(occupied.byProject);
  const admitted: { readonly known: T[]; readonly unknown: T[] } = { known: [], unknown: [] };
  for (const batch of inTurn) {
    const batches = occupied.batches + admitted.known.length + admitted.unknown.length;
    if (batches >= lane.size) break;
    const own = byProject.get(batch.projectId) ?? 0;
    if (own >= lane.perProject || (own > 0 && batches >= lane.size / 2)) continue;
    const kind = isUnknown(batch) ? 'unknown' : 'known';
    if (kind === 'unknown' && admitted.unknown.length >= room) continue;
    byProject.set(batch.projectId, own + 1);
    admitted[kind].push(batch);
  }
  return [...admitted.known, ...admitted.unknown];
}

export function fullProjects(lane: Lane, { byProject }: Occupied): string[] {
  return [...byProject].flatMap(([projectId, batches]) => (batches >= lane.perProject ? [projectId] : []));
}

/** At most `room` items: in each round one of each group, the groups in the order of their keys, starting after the group `last`. */
export function takeRoundRobin<T>(items: readonly T[], keyOf: (item: T) => string, last: string, room: number): T[] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  const keys = [...groups.keys()].sort();
  const begin = keys.findIndex((key) => key > last);
  const inOrder = begin === -1 ? keys : [...keys.slice(begin), ...keys.slice(0, begin)];
  const chosen: T[] = [];
  for (let round = 0; chosen.length < Math.min(room, items.length); round++) {
    for (const key of inOrder) {
      const item = groups.get(key)?.[round];
      if (item !== undefined && chosen.length < room) chosen.push(item);
    }
  }
  return chosen;
}

/** Distributes each webhook's due deliveries over its free slots, one batch per slot, in order within a batch. `newBatchId` is called once per batch. */
export function batchesOf(due: DueDeliveries, newBatchId: () => string): Batch[] {
  const byWebhook = new Map<string, DueDeliveries[number][]>();
  for (const delivery of due) byWebhook.set(delivery.webhookId, [...(byWebhook.get(delivery.webhookId) ?? []), delivery]);
  return [...byWebhook.values()].flatMap((deliveries) => {
    const [{ projectId, freeSlots }] = deliveries as [DueDeliveries[number]];
    const count = Math.min(freeSlots, deliveries.length);
    return Array.from({ length: count }, (_, slot) => ({
      batchId: newBatchId(),
      projectId,
      deliveries: deliveries.filter((__, index) => index % count === slot),
    }));
  });
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string, weightOf: (item: T) => number = () => 1): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + weightOf(item));
  return counts;
}
