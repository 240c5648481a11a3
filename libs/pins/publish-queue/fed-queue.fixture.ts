import { leasesMigrations } from '@pps/leases';
import { newId, type Fact } from '@pps/kernel';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { fedProjection, recorded } from '@pps/read-store/testing';
import type { PinQueued } from '../pin/pin.events';
import { pinsMigrations } from '../pins.migrations';
import { pinQueued } from '../testing';
import { publishQueueQueries } from './publish-queue.query';
import { publishQueueProjection } from './publish_queue.projection';

/** The read model of the queue in a database of its own, to be given pins and facts by hand. */
export async function fedQueue() {
  const fed = await fedProjection(publishQueueProjection);
  await migrate(fed.db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
  const queue = publishQueueQueries(fed.db);
  let position = 0n;

  /** Gives the facts of one stream, behind all that were given before. */
  async function feed(stream: string, ...facts: readonly Fact[]): Promise<void> {
    await fed.feed(recorded(stream, facts, position));
    position += BigInt(facts.length);
  }
  /** A pin that was queued, of an account and a board of its own where nothing else is said, and what happened to it since. */
  async function made(changes: Partial<PinQueued['data']>, ...later: readonly Fact[]): Promise<string> {
    const pinId = newId();
    await feed(`pin-${pinId}`, pinQueued({ pinId, fingerprint: pinId, boardId: pinId, accountId: newId(), ...changes }), ...later);
    return pinId;
  }
  const startable = async (accounts: readonly string[]) =>
    (await queue.startable({ accounts, perAccount: 10, uploads: true })).flatMap(({ pins }) => pins.map(({ pinId }) => pinId));
  return { fed, queue, feed, made, startable };
}

export const deferredUntil = (nextAttemptAt: string): Fact => ({
  type: 'PinPublishDeferred',
  data: { attempt: 1, reason: 'rate_limited', message: '', deferredAt: nextAttemptAt, nextAttemptAt, counts: false },
});
