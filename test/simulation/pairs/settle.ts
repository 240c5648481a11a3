import { quotaReleasing } from '@pps/billing';
import { publishPin, reconcilePin } from '@pps/pins';
import type { PinState } from '@pps/pins/events';
import type { Process } from '@pps/read-store';
import { cancelSchedulesOfRevokedAccounts, scheduleFollowing } from '@pps/schedules';
import { scheduleStream, type ScheduleState } from '@pps/schedules/events';
import { fireSchedule } from '@pps/use-cases';
import { firedPins } from '../schedules/start-firing';
import { pairDeps, pairPublishingDeps } from './pair-deps';
import type { PairWorld } from './pair-world';
import { pinsOf } from './pins-of';
import { statesOf } from './states-of';
import { inOrder } from './turns';

const task = 'afterwards';
const stepsAtMost = 60;

type Step = () => Promise<void>;

/** Lets happen what is left to happen: facts are answered, schedules fire, pins are published. */
export const settle = (world: PairWorld): Promise<void> => settleBy(world, () => nextPinStep(world) ?? nextFiring(world));

/** Lets facts be answered, at the moment that it is. */
export const settleFacts = (world: PairWorld): Promise<void> => settleBy(world, () => null);

async function settleBy(world: PairWorld, nextOf: () => Step | null): Promise<void> {
  const processes = reactions(world);
  let answered = 0;
  for (let step = 0; step < stepsAtMost; step++) {
    world.rows.catchUp();
    const facts = world.log.facts.slice(answered).filter(({ id }) => !world.answered.has(id));
    answered = world.log.facts.length;
    const next = nextOf();
    if (facts.length === 0 && !next) return;
    await finish(world, async () => {
      for (const process of processes) await process.react(facts.filter(({ type }) => process.handles.includes(type)) as never, null);
      if (facts.length === 0) await next?.();
    });
  }
  throw new Error('it does not come to its end');
}

/** Lets the work run to its end alone. */
export async function finish(world: PairWorld, work: () => Promise<unknown>): Promise<void> {
  let end: { readonly error?: unknown } | null = null;
  work().then(
    () => (end = {}),
    (error: unknown) => (end = { error }),
  );
  await world.turns.run(inOrder);
  const ended = end as { readonly error?: unknown } | null;
  if (ended === null) throw new Error('work waits for what never comes');
  if ('error' in ended) throw ended.error;
}

function reactions(world: PairWorld): readonly Process<null>[] {
  const streams = world.streamsOf(task);
  const { clock } = world;
  const onFailed = async (_: string, error: unknown) => Promise.reject(error as Error);
  const schedulesOfAccount = async (accountId: string, after: string | null) =>
    [...statesOf(scheduleStream, world.log.facts)].flatMap(([id, state]) =>
      after === null && state.kind === 'schedule' && state.accountId === accountId ? [id] : [],
    );
  return [
    quotaReleasing({ streams, clock }),
    scheduleFollowing({ db: firedPins(), streams, clock, onFailed }),
    cancelSchedulesOfRevokedAccounts({ streams, clock, onFailed, queueIsFresh: async () => undefined, schedulesOfAccount }),
  ];
}

function nextPinStep(world: PairWorld): Step | null {
  for (const [pinId, state] of pinsOf(world.log.facts)) {
    const step = stepOfPin(world, pinId, state);
    if (step) return step;
  }
  return null;
}

function stepOfPin(world: PairWorld, pinId: string, state: PinState): Step | null {
  if (state.kind !== 'pin') return null;
  const deps = pairPublishingDeps(world, task);
  if (state.phase === 'waiting') {
    world.passUntil(state.notBefore);
    return () => publishPin(deps, pinId, state.starts + 1);
  }
  if (state.phase !== 'unknown_outcome') return null;
  world.passUntil(state.nextReadAt);
  return () => reconcilePin(deps, pinId, state.attempt);
}

/** Of a schedule that waits for its time, or has fired and has no pin yet. */
function nextFiring(world: PairWorld): Step | null {
  for (const [scheduleId, state] of statesOf(scheduleStream, world.log.facts)) {
    if (!isToFire(world, state)) continue;
    if ('dueAt' in state) world.passUntil(state.dueAt);
    return () => fireSchedule(pairDeps(world, task), scheduleId, world.clock());
  }
  return null;
}

function isToFire(world: PairWorld, state: ScheduleState): boolean {
  if (state.kind !== 'schedule') return false;
  if (state.phase === 'fired') return !['pin', 'deleted'].includes(pinsOf(world.log.facts).get(state.pinId)?.kind ?? 'none');
  return state.phase === 'scheduled' || state.phase === 'deferred';
}
