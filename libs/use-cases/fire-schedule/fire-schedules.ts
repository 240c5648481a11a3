import { mapLimited } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { BulkPermits } from '@pps/read-store';
import { isScheduleDue, type FiredPortion, type FiringSignals } from '@pps/schedules';
import { scheduleStream, type Schedule } from '@pps/schedules/events';
import { createPins, type BatchItem } from '../create-pin/create-pins';
import { fireSchedule, isRefusal, recordRefusal, type FireScheduleDeps } from './fire-schedule';
import { firingClaim, FiringSuperseded, pinRequestOfSchedule, whileFiring, principalOfSchedule } from './firing-claim';

type FireSchedulesDeps = FireScheduleDeps & {
  readonly live: Pick<LiveStates, 'get'>;
  /** Without it nothing is waited for. */
  readonly bulk?: Pick<BulkPermits, 'run'>;
};

interface LoadedSchedule {
  readonly schedule: Schedule;
  readonly revision: number;
}

/** As of any moment: what has changed since is noticed when it is claimed. */
const anyMoment = 0n;

/**
 * Fires schedules of one project that are due at `now`, each as `fireSchedule` would, their units of quota reserved together and their pins created
 * as one batch. Where the batch is refused as a whole, and of those that have changed or have fired before, each is fired alone. Nothing is thrown:
 * the result has what was not a schedule's own fault. None fires where the leader ends before they are let begin.
 */
export async function fireSchedules(
  deps: FireSchedulesDeps,
  scheduleIds: readonly string[],
  now: Date,
  turn?: FiringSignals,
): Promise<FiredPortion> {
  const [fired, failed] = [new Set<string>(), new Map<string, unknown>()];
  const noteFailure = (scheduleId: string) => (error: unknown) => void failed.set(scheduleId, error);
  const loaded = new Map<string, LoadedSchedule>();
  await Promise.all(
    scheduleIds.map(async (scheduleId) => {
      const { state, revision } = await deps.live.get(scheduleStream, scheduleId, anyMoment);
      if (state.kind === 'schedule') loaded.set(scheduleId, { schedule: state, revision });
    }),
  ).catch(() => undefined);
  const together = [...loaded.values()].filter(({ schedule }) => waitsForItsTime(schedule) && isScheduleDue(schedule, now.toISOString()));
  const organizationId = together.length > 1 ? together[0]?.schedule.organizationId : undefined;
  const create = () => fireTogether(deps, together, now).catch(() => new Map<string, BatchItem>());
  const items = await (deps.bulk && organizationId !== undefined ? whenPermitted(deps.bulk, organizationId, create, turn) : create());
  if (items === null) return { fired: [], failed };
  await Promise.all(
    scheduleIds
      .map(async (scheduleId) => {
        const [known, item] = [loaded.get(scheduleId), items.get(scheduleId)];
        if (known && item?.status === 'failed' && isRefusal(item.error)) return recordRefusal(deps, known.schedule, item.error, now);
        if (!item || item.status === 'failed') return fireSchedule(deps, scheduleId, now);
        fired.add(scheduleId);
      })
      .map((work, index) => work.catch(noteFailure(scheduleIds[index] ?? ''))),
  );
  return { fired: [...fired], failed };
}

/** What `work` gives; null where the leader ended while it waited for its permit. */
async function whenPermitted<T>(bulk: Pick<BulkPermits, 'run'>, organizationId: string, work: () => Promise<T>, turn?: FiringSignals) {
  const begin = () => {
    turn?.onBegin();
    return work();
  };
  turn?.onWait();
  try {
    return await bulk.run(organizationId, begin, turn?.signal);
  } catch (error) {
    if (turn?.signal.aborted) return null;
    throw error;
  }
}

const waitsForItsTime = ({ phase }: Schedule): boolean => phase === 'scheduled' || phase === 'deferred';

/** What became of each; nothing of those that have to be fired alone. */
async function fireTogether(deps: FireSchedulesDeps, together: readonly LoadedSchedule[], now: Date): Promise<Map<string, BatchItem>> {
  const [first] = together;
  if (!first || together.length === 1 || !(await deps.presentEpoch(first.schedule))) return new Map();
  const principal = principalOfSchedule(first.schedule, await deps.live.head());
  const inProject = together.filter(({ schedule: { projectId, epoch } }) => projectId === principal.projectId && epoch === principal.epoch);
  const claims = new Map(inProject.map(({ schedule, revision }) => [schedule.scheduleId, firingClaim(deps, schedule, revision, now)]));
  const requests = inProject.map(({ schedule }) => ({ request: pinRequestOfSchedule(schedule), at: ['body'] }));
  const { items } = await createPins(whileFiring(deps, now), principal, requests, 'schedule', async () => undefined, {
    areNew: true,
    onReserved: async (unit, { request }) => {
      const claim = claims.get(request.scheduleId ?? '');
      if (!claim) throw new FiringSuperseded();
      await claim(unit);
    },
  });
  return new Map(inProject.map(({ schedule }, index) => [schedule.scheduleId, items[index] ?? unknownItem]));
}

const unknownItem: BatchItem = { status: 'failed', error: new Rejected('conflict', 'The batch has no such item.') };

/** Few: what fires meanwhile comes first. */
const atOnce = 4;

/** Loads schedules that will be due soon, so that they are cached when they fire. What cannot be loaded is loaded then; throws nothing. */
export async function prepareFiring({ live }: Pick<FireSchedulesDeps, 'live'>, scheduleIds: readonly string[]): Promise<void> {
  const load = async (scheduleId: string) => void (await live.get(scheduleStream, scheduleId, 0n));
  await mapLimited(atOnce, scheduleIds, (scheduleId) => load(scheduleId).catch(() => undefined));
}
