import { subscriptionSamples } from '@pps/billing/testing';
import { recordedFact } from '@pps/event-store/testing';
import { fold, type Fact } from '@pps/kernel';
import { decideFiringDeferral } from '../schedule/firing.decider';
import { scheduleStream, type ScheduleState } from '../schedule/schedule.stream';
import type { ScheduleFact } from '../schedule/schedule.events';
import { scheduleCreated } from '../testing';
import { advanceSchedulesOfRaisedPlans, type RaisedPlanSchedulesDeps } from './raised-plan-schedules.process';

const organizationId = '0197a000-0000-7000-8000-0000000000aa';
const now = '2026-11-21T12:00:00.000Z';
const refusal = { errorCode: 'quota_exceeded', errorMessage: 'No.', at: '2026-11-21T08:00:00.000Z', abandonedEntryId: null };
const created = fold(scheduleStream.decider, [scheduleCreated()]);
const waiting = fold(scheduleStream.decider, decideFiringDeferral(refusal, created), created);

const sample = (type: string): Fact => {
  const found = subscriptionSamples.find((each) => each.type === type);
  if (!found) throw new Error(`no sample of ${type}`);
  return found;
};

/** What is said of the organization's schedules when these facts come, each of them twice. */
async function saidAfter(types: readonly string[], states: ReadonlyMap<string, ScheduleState>, broken = '') {
  const [known, failed, said] = [new Map(states), [] as string[], [] as (readonly [string, string])[]];
  const run = async (_type: unknown, id: string, _origin: unknown, decide: (state: ScheduleState) => readonly ScheduleFact[]) => {
    if (id === broken) throw new Error('too many at once');
    const state = known.get(id) ?? scheduleStream.decider.initial;
    const facts = decide(state);
    known.set(id, fold(scheduleStream.decider, facts, state));
    said.push(...facts.map(({ type }) => [id, type] as const));
  };
  const deps = {
    streams: { decide: run },
    deferredSchedules: async (of: string, after: string | null, most: number) =>
      of === organizationId ? [...states.keys()].filter((id) => after === null || id > after).slice(0, most) : [],
    schedulesAreFresh: async () => undefined,
    clock: () => new Date(now),
    onFailed: async (id: string) => void failed.push(id),
  };
  const process = advanceSchedulesOfRaisedPlans(deps as unknown as RaisedPlanSchedulesDeps);
  for (const type of [...types, ...types]) {
    await process.react([recordedFact({ ...sample(type), stream: `billing-${organizationId}` })], null);
  }
  return { said, failed, known };
}

it.each(['PlanChanged', 'OwnLimitsSet'])('%s lets a schedule that waits for quota be tried at once, a single time', async (type) => {
  const { said, known } = await saidAfter([type], new Map([['a', waiting]]));
  expect(said).toEqual([['a', 'ScheduleTryAdvanced']]);
  expect(known.get('a')).toMatchObject({ phase: 'deferred', dueAt: now });
});

it.each(['BillingStatusChanged', 'CheckoutStarted', 'PaymentNoted'])('%s wakes none', async (type) => {
  expect((await saidAfter([type], new Map([['a', waiting]]))).said).toEqual([]);
});

it('leaves a schedule alone that does not wait for quota', async () => {
  expect((await saidAfter(['OwnLimitsSet'], new Map([['a', created]]))).said).toEqual([]);
});

it('wakes all of 2,001, though one of them fails', async () => {
  const ids = Array.from({ length: 2_001 }, (_, n) => String(n).padStart(5, '0'));
  const { said, failed } = await saidAfter(['OwnLimitsSet'], new Map(ids.map((id) => [id, waiting])), '01000');
  expect([said.length, new Set(failed)]).toEqual([2_000, new Set(['01000'])]);
});
