import { connectionStream } from '@pps/connections/events';
import { causedBy, factsOf, type CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { decideScheduleCancel } from '../changes/schedule-change.decider';
import type { ScheduleFact } from '../schedule/schedule.events';
import type { ScheduleState } from '../schedule/schedule.state';
import { scheduleStream } from '../schedule/schedule.stream';
import { forEachSchedule } from './for-each-schedule';

export interface RevokedAccountSchedulesDeps {
  readonly runner: Pick<CommandRunner, 'run'>;
  /** Schedules of the account that have not fired, at most `most`, those after `after` in the order of their ids. */
  readonly schedulesOfAccount: (accountId: string, after: string | null, most: number) => Promise<readonly string[]>;
  /** Resolves when the queue's read model has passed the log's present head. */
  readonly queueIsFresh: () => Promise<void>;
  readonly clock: Clock;
  /** Told of a schedule that could not be canceled now: it is when it is due. Throws an error that is not the schedule's own. */
  readonly onFailed: (scheduleId: string, error: unknown) => Promise<void>;
}

/** The schedules of a revoked account that have not fired are canceled; the pin of one that has fails by itself. */
export const cancelSchedulesOfRevokedAccounts = (deps: RevokedAccountSchedulesDeps): Process<null> =>
  defineProcess({
    name: 'revoked-account-schedules',
    startsAt: 'beginning',
    handles: factsOf(connectionStream, 'AccountRevoked'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { accountId, revokedAt } = fact.data;
        await deps.queueIsFresh();
        const find = (after: string | null, most: number) => deps.schedulesOfAccount(accountId, after, most);
        await forEachSchedule(find, async (scheduleId) => {
          const at = deps.clock();
          const decide = (state: ScheduleState) => cancelBecauseRevoked(revokedAt, at.toISOString(), state);
          await deps.runner
            .run(scheduleStream, scheduleId, causedBy(fact, at), decide)
            .catch((error: unknown) => deps.onFailed(scheduleId, error));
        });
      }
      return null;
    },
  });

/** The fact may be given late or again, when the account is connected anew: what was created since then fires. */
function cancelBecauseRevoked(revokedAt: string, at: string, state: ScheduleState): readonly ScheduleFact[] {
  if (state.kind !== 'schedule' || state.createdAt > revokedAt) return [];
  if (state.phase !== 'scheduled' && state.phase !== 'deferred') return [];
  return decideScheduleCancel({ reason: 'account_revoked', at }, state);
}
