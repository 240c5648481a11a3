import type { EventStore } from '@pps/event-store';
import { restartRoundRobin } from '@pps/pins';
import { checkpoints, planRejoin, rejoinLog, type Database, type RejoinPlan } from '@pps/read-store';
import { rejoinSubscriptions, takeOverWebhookPositions } from '@pps/webhooks';
import { projections } from '@projections/index';
import { CommandFailed, exitCodes } from './command-failed';
import { factsUpTo } from './facts-up-to';
import type { Installation } from './on-installation';
import { readPromotion } from './read-promotion';
import { refuseHeldLock, refuseWhileRunning } from './refuse-while-running';

export interface Rejoined extends RejoinPlan {
  readonly since: string;
  readonly agreedUpTo: bigint;
  readonly changed: boolean;
}

/** Clocks of hosts and servers differ, and facts of this time are only answered a second time. */
const marginMs = 60_000;

/**
 * Makes the database go on with a log that has other facts since `since`, when the newer of two servers was promoted; without `isAgreed` it only says what
 * that would be. Throws `CommandFailed` without the moment, for one to come, and while a host runs; `ForeignCheckpoint`.
 */
export async function rejoinInstallation(
  { db, store }: Pick<Installation, 'db' | 'store'>,
  since: Date | null,
  isAgreed: boolean,
): Promise<Rejoined> {
  const agreed = await requireSince(db, since);
  if (isAgreed) await refuseWhileRunning(db);
  const storeId = await store.peekIdentity();
  const head = await store.head();
  const agreedUpTo = await lastPositionBefore(store, new Date(agreed.getTime() - marginMs), head);
  const log = { storeId, agreedUpTo };
  const answer = { since: agreed.toISOString(), agreedUpTo };
  if (!isAgreed) return { ...answer, ...(await planRejoin(db, log)), changed: false };
  const mending = db.transaction(async (tx) => {
    // The log is read meanwhile, for longer than hosts may leave a transaction idle.
    await tx.raw(`set local lock_timeout = '3s'; set local idle_in_transaction_session_timeout = '60s'`);
    // Whoever has started meanwhile waits from here on, and then meets what is stored.
    await checkpoints.holdAll(tx);
    await refuseWhileRunning(tx);
    const rejoined = await rejoinLog(tx, projections, log);
    await restartRoundRobin(tx);
    await rejoinSubscriptions(tx, store, agreedUpTo);
    await takeOverWebhookPositions(tx, (position) => (position > agreedUpTo ? agreedUpTo : position));
    return { ...answer, ...rejoined, changed: true };
  });
  return mending.catch(refuseHeldLock);
}

async function requireSince(db: Database, since: Date | null): Promise<Date> {
  if (since === null) {
    const found = await readPromotion(db);
    const hint = found ? `; this server's newest timeline, ${found.timeline}, is dated ${found.at.toISOString()}` : '';
    const why = `give --since with the moment at which the newer server was promoted: its log has "selected new timeline ID" then${hint}`;
    throw new CommandFailed(why, exitCodes.usage);
  }
  const { rows } = await db.raw<{ rows: { is_to_come: boolean }[] }>('select ?::timestamptz > clock_timestamp() as is_to_come', [since]);
  if (rows[0]?.is_to_come) throw new CommandFailed('--since lies in the future', exitCodes.usage);
  return since;
}

/** The position of the last fact that was stored before a moment; −1 where there is none. */
async function lastPositionBefore(store: EventStore, moment: Date, head: bigint): Promise<bigint> {
  let last = -1n;
  for await (const { position, recordedAt } of factsUpTo(store, null, head)) {
    if (recordedAt >= moment) break;
    last = position;
  }
  return last;
}
