import { follow, type EventStore, type RecordedFact } from '@pps/event-store';
import { abortWith } from '@pps/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { checkpoints, type Checkpoint } from './checkpoint';
import { isDatabaseUnavailable, type Database } from './database';
import { advance, type Member } from './projection-batch';
import type { Projection } from './projection';
import { setUp, switchIn } from './projection-setup';

export interface ProjectorOptions {
  readonly db: Database;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  readonly signal: AbortSignal;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

interface Group {
  /** The last position of the batch that the group has begun to take in. */
  begun: bigint;
  members: readonly Member[];
}

const lockNotAvailable = '55P03';

/**
 * Keeps every projection up to date for as long as `signal` allows. Those that stand together advance together, in one transaction per
 * batch; one that lags (new, rebuilt) follows by itself until it has caught up. Throws `ForeignCheckpoint` at the start, and `CommitsLost` when
 * the database went back behind what it had confirmed; started again, it goes on from what is kept.
 */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { db, store, projections, signal } = options;
  const storeId = await store.identity();
  const kept: { projection: Projection; checkpoint: Checkpoint }[] = [];
  for (const projection of projections) kept.push({ projection, checkpoint: await setUp(db, projection, storeId) });
  // After the checkpoints: a projector that is just ending may still have moved them.
  const head = await store.head();
  for (const { checkpoint } of kept) checkpoints.verify(checkpoint, storeId, head);
  const members: Member[] = kept
    .filter(({ checkpoint }) => checkpoint.stoppedError === null)
    .map(({ projection, checkpoint: { position, serving } }) => ({ projection, position, serving }));
  const serving = members.filter((member) => member.serving);
  const front = serving.length === 0 ? head : serving.reduce((max, { position }) => (position > max ? position : max), -1n);
  const group: Group = { begun: front, members: serving.filter(({ position }) => position === front) };
  const alone = members.filter((member) => !group.members.includes(member));
  const running = abortWith(signal);
  const shared = { ...options, signal: running.signal };
  const followers = [followTogether(shared, front, group), ...alone.map((member) => catchUp(shared, member, group, head))];
  // One that fails takes the others along: whoever starts this again must not meet what is left of them.
  await Promise.allSettled(followers.map((follower) => follower.finally(running.abort)));
  running.release();
  await Promise.all(followers);
  signal.throwIfAborted();
}

const followTogether = (options: ProjectorOptions, front: bigint, group: Group): Promise<void> =>
  followWhile(options, front, async (facts) => {
    group.begun = facts.at(-1)?.position ?? group.begun;
    await persist(options, group.members, facts);
  });

/** A version that is not served yet is switched in once it has passed the head as it was at the start, so that no reader sees a half-built one. */
async function catchUp(options: ProjectorOptions, member: Member, group: Group, head: bigint): Promise<void> {
  const done = abortWith(options.signal);
  const own = { ...options, signal: done.signal };
  const join = async () => {
    if (member.stopped) return done.abort();
    if (member.position < group.begun || (!member.serving && member.position < head)) return;
    if (!member.serving) await persistently(own, () => options.db.transaction((tx) => switchIn(tx, member.projection)));
    if (done.signal.aborted) return;
    member.serving = true;
    // The group may have begun a batch meanwhile.
    if (member.position < group.begun) return;
    group.members = [...group.members, member];
    done.abort();
  };
  try {
    await join();
    await followWhile(own, member.position, async (facts) => {
      if (done.signal.aborted) return;
      await persist(own, [member], facts);
      await join();
    });
  } finally {
    done.release();
  }
}

async function followWhile(
  { store, signal, log }: ProjectorOptions,
  after: bigint,
  onBatch: (facts: readonly RecordedFact[]) => Promise<void>,
): Promise<void> {
  const onDropped = (error: unknown) => log('warn', 'the subscription of the projections dropped; resuming', { error: String(error) });
  await follow(store, { after: after === -1n ? null : after, signal, onBatch, onDropped });
}

/** Tries until the batch is in, leaving behind (stopped, with the error kept) only a projection that cannot take it. */
const persist = (options: ProjectorOptions, members: readonly Member[], facts: readonly RecordedFact[]): Promise<void> =>
  persistently(options, async () => {
    for (const { member, error } of await advance(options.db, members, facts))
      options.log('error', `projection ${member.projection.name} stopped`, { error: String(error) });
  });

async function persistently({ signal, log }: ProjectorOptions, work: () => Promise<void>): Promise<void> {
  for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) && (error as { code?: string }).code !== lockNotAvailable) throw error;
      log('warn', 'the database is unavailable; projections wait', { error: String(error) });
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}
