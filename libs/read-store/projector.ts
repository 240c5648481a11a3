import { follow, type EventStore, type RecordedFact } from '@pps/event-store';
import { setTimeout as delay } from 'node:timers/promises';
import { checkpoints } from './checkpoint';
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

/**
 * Keeps every projection up to date for as long as `signal` allows. Those that stand together advance together, in one transaction per
 * batch; one that lags (new, rebuilt) follows by itself until it has caught up. Throws `ForeignCheckpoint` at the start.
 */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { db, store, signal } = options;
  const storeId = await store.identity();
  const members: Member[] = [];
  for (const projection of options.projections) {
    const checkpoint = await setUp(db, projection, storeId);
    checkpoints.verify(checkpoint, storeId, await store.head());
    if (checkpoint.stoppedError === null) members.push({ projection, position: checkpoint.position, serving: checkpoint.serving });
  }
  const front = members.reduce((max, member) => (member.position > max ? member.position : max), -1n);
  const group = { begun: front, members: members.filter((member) => member.position === front) };
  const alone = members.filter((member) => member.position !== front);
  await Promise.all([
    followWhile(
      options,
      front,
      () => group.members,
      (facts) => (group.begun = positionAfter(facts, group.begun)),
    ),
    ...alone.map((member) => catchUp(options, member, group)),
  ]);
  signal.throwIfAborted();
}

async function catchUp(options: ProjectorOptions, member: Member, group: { begun: bigint; members: Member[] }): Promise<void> {
  const caughtUp = new AbortController();
  const signal = AbortSignal.any([options.signal, caughtUp.signal]);
  await followWhile(
    { ...options, signal },
    member.position,
    () => (caughtUp.signal.aborted ? [] : [member]),
    () => undefined,
    async () => {
      if (member.position < group.begun || caughtUp.signal.aborted) return;
      if (!member.serving) {
        await options.db.transaction((tx) => switchIn(tx, member.projection));
        member.serving = true;
      }
      if (member.position < group.begun) return;
      group.members = [...group.members, member];
      caughtUp.abort();
    },
  );
}

async function followWhile(
  options: ProjectorOptions,
  after: bigint,
  members: () => readonly Member[],
  begin: (facts: readonly RecordedFact[]) => void,
  end: () => Promise<void> = async () => undefined,
): Promise<void> {
  await follow(options.store, {
    after: after === -1n ? null : after,
    signal: options.signal,
    onBatch: async (facts) => {
      begin(facts);
      await persist(options, members(), facts);
      await end();
    },
    onDropped: (error) => options.log('warn', 'the subscription of the projections dropped; resuming', { error: String(error) }),
  });
}

/** Tries until the batch is in, leaving behind (stopped, with the error kept) only a projection that cannot take it. */
async function persist(options: ProjectorOptions, members: readonly Member[], facts: readonly RecordedFact[]): Promise<void> {
  for (let wait = 100; !options.signal.aborted; wait = Math.min(wait * 2, 2_000)) {
    try {
      const stopped = await advance(options.db, members, facts);
      for (const { member, error } of stopped)
        options.log('error', `projection ${member.projection.name} stopped`, { error: String(error) });
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      options.log('warn', 'the database is unavailable; projections wait', { error: String(error) });
      await delay(wait, undefined, { signal: options.signal }).catch(() => undefined);
    }
  }
}

const positionAfter = (facts: readonly RecordedFact[], before: bigint): bigint => facts.at(-1)?.position ?? before;
