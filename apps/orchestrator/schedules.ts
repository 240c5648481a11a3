import { passOver, type Process } from '@pps/read-store';
import {
  advanceSchedulesOfRaisedPlans,
  cancelSchedulesOfRevokedAccounts,
  dueSchedules,
  findSchedulesOfAccount,
  firingDue,
  firingDuty,
  firingTask,
  runFiring,
  scheduleFollowing,
  scheduleQueueProjection,
  type FiringDeps,
} from '@pps/schedules';
import { fireSchedules, prepareFiring } from '@pps/use-cases';
import { findDeferredSchedules } from '@projections/schedules/pending-schedules.query';
import { setTimeout as delay } from 'node:timers/promises';
import type { Leadership } from '@pps/leases';
import type { App } from '../foundation/bind-app';
import type { Parts } from '../foundation/open-parts';

interface ScheduleDuty {
  readonly name: string;
  readonly run: (leadership: Leadership) => Promise<void>;
}

/** The least time between two rounds of firing. */
const pauseMs = 5;

/** What schedules answer the facts of others with. */
export function scheduleProcesses({ db, streams, freshness, clock, logger }: Parts): Process<null>[] {
  const onFailed = async (scheduleId: string, error: unknown) => {
    await passOver(db, 'follow', scheduleId, error);
    logger.error({ err: error, scheduleId }, 'a schedule could not follow what has happened');
  };
  return [
    scheduleFollowing({ db, streams, clock, onFailed }),
    cancelSchedulesOfRevokedAccounts({
      streams,
      schedulesOfAccount: (accountId, after, most) => findSchedulesOfAccount(db, accountId, after, most),
      queueIsFresh: () => freshness.wait('schedule_queue'),
      clock,
      onFailed,
    }),
    advanceSchedulesOfRaisedPlans({
      streams,
      deferredSchedules: (organizationId, after, most) => findDeferredSchedules(db, organizationId, after, most),
      schedulesAreFresh: () => freshness.wait('schedules'),
      clock,
      onFailed,
    }),
  ];
}

/** Fires the schedules that are due. */
export function scheduleFiring(app: App): ScheduleDuty {
  const { db, dueTimes, logger } = app;
  const deps: FiringDeps = {
    dueSchedules: (token) => dueSchedules(db, token),
    fire: (scheduleIds, now, turn) => fireSchedules(app, scheduleIds, now, turn),
    prepare: (scheduleIds) => prepareFiring(app, scheduleIds),
    passOver: (scheduleId, error) => passOver(db, firingTask, scheduleId, error),
    monotonic: () => performance.now(),
    progress: dueTimes.loop({ due: firingDue, projections: [scheduleQueueProjection.name], pauseMs }),
    pause: (ms) => delay(ms),
    onError: (error) => logger.error({ err: error, duty: firingDuty }, 'a duty failed; trying again'),
  };
  return { name: firingDuty, run: (leadership) => runFiring(deps, leadership) };
}
