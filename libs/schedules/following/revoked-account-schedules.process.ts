import { connectionStream } from '@pps/connections/events';
import { causedBy, factsOf, type Streams, type HandledFact, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { decideScheduleCancel } from '../schedule/schedule-change.decider';
import { scheduleStream, type Schedule, type ScheduleState } from '../schedule/schedule.stream';
import { forEachSchedule } from './for-each-schedule';

export interface RevokedAccountSchedulesDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  /** Schedules of the account that have not fired, at most `most`, those after `after` in the order of their ids. */
  readonly schedulesOfAccount: (accountId: string, after: string | null, most: number) => Promise<readonly string[]>;
  /** Resolves when the queue's read model has passed the log's present head. */
  readonly queueIsFresh: () => Promise<void>;
  readonly clock: Clock;
  /** Told of a schedule that could not be canceled now: it is when it is due. Throws an error that is not the schedule's own. */
  readonly onFailed: (scheduleId: string, error: unknown) => Promise<void>;
}

const handles = factsOf(connectionStream, 'AccountRevoked').and(scheduleStream, 'ScheduleCreated');
type Handled = HandledFact<typeof handles>;

/**
 * The schedules of a revoked account that have not fired are canceled, also one whose creation looked at the account before it was revoked and was
 * written afterwards; the pin of one that has fired fails by itself.
 */
export const cancelSchedulesOfRevokedAccounts = (deps: RevokedAccountSchedulesDeps): Process<null> =>
  defineProcess({
    name: 'revoked-account-schedules',
    startsAt: 'beginning',
    handles,
    initial: null,
    react: async (facts) => {
      const revoked = await revokedOf(deps, facts);
      for (const fact of facts) {
        if (fact.type === 'AccountRevoked') await cancelThoseOf(deps, fact);
        else if (revoked.has(fact.data.accountId)) await cancel(deps, fact.data.scheduleId, fact, () => true);
      }
      return null;
    },
  });

/** The accounts of new schedules that are revoked now: each is looked at once, however many schedules it has. */
async function revokedOf(deps: RevokedAccountSchedulesDeps, facts: readonly Handled[]): Promise<ReadonlySet<string>> {
  const named = new Set(facts.flatMap((fact) => (fact.type === 'ScheduleCreated' ? [fact.data.accountId] : [])));
  const revoked = new Set<string>();
  for (const accountId of named) if (await isRevoked(deps, accountId)) revoked.add(accountId);
  return revoked;
}

/** The fact may be given late or again, when the account is connected anew: what was created since then fires. */
async function cancelThoseOf(
  deps: RevokedAccountSchedulesDeps,
  fact: Extract<Handled, { readonly type: 'AccountRevoked' }>,
): Promise<void> {
  const { accountId, revokedAt } = fact.data;
  await deps.queueIsFresh();
  let isStillRevoked = false;
  const find = async (after: string | null, most: number) => {
    const found = await deps.schedulesOfAccount(accountId, after, most);
    // Asked behind them: nothing that is created after a new consent is among them then.
    isStillRevoked = await isRevoked(deps, accountId);
    return found;
  };
  await forEachSchedule(find, (scheduleId) => cancel(deps, scheduleId, fact, ({ createdAt }) => isStillRevoked || createdAt <= revokedAt));
}

async function isRevoked({ streams }: RevokedAccountSchedulesDeps, accountId: string): Promise<boolean> {
  const { state } = await streams.load(connectionStream, accountId);
  return state.kind !== 'absent' && state.revokedAt !== null;
}

async function cancel(
  { streams, clock, onFailed }: RevokedAccountSchedulesDeps,
  scheduleId: string,
  cause: RecordedFact,
  isMeant: (schedule: Schedule) => boolean,
): Promise<void> {
  const now = clock();
  const at = now.toISOString();
  const decide = (state: ScheduleState) => {
    if (state.kind !== 'schedule' || (state.phase !== 'scheduled' && state.phase !== 'deferred') || !isMeant(state)) return [];
    return decideScheduleCancel({ reason: 'account_revoked', at }, state);
  };
  await streams.decide(scheduleStream, scheduleId, causedBy(cause, now), decide).catch((error: unknown) => onFailed(scheduleId, error));
}
