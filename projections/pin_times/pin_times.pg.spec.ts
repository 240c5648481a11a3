import { newId, type Fact } from '@pps/kernel';
import { attemptStarted, outcomeUnknown, pinQueued } from '@pps/pins/testing';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { pinTimesProjection } from './pin_times.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(pinTimesProjection)));
afterAll(() => fed.stop());

let position = 0n;
function pinFacts(projectId: string, epoch: number, ...later: readonly Fact[]) {
  const pinId = newId();
  const facts = recorded(`pin-${pinId}`, [pinQueued({ pinId, projectId, epoch }), ...later], position);
  position += BigInt(facts.length);
  return { pinId, facts };
}

const published: Fact = {
  type: 'PinPublished',
  data: { attempt: 2, platformPinId: '9', platformUrl: 'https://p/9', publishedAt: '2026-11-20T10:01:10.000Z', via: 'answer' },
};
const deferred: Fact = {
  type: 'PinPublishDeferred',
  data: {
    attempt: 1,
    reason: 'rate_limited',
    message: '',
    deferredAt: '2026-11-20T10:00:02.000Z',
    nextAttemptAt: '2026-11-20T10:01:02.000Z',
    counts: false,
  },
};

const rowsOf = async (pinId: string) => ({
  times: await fed.db('read.pin_times').where({ pin_id: pinId }).first(),
  attempts: await fed.db('read.pin_attempts').where({ pin_id: pinId }).orderBy('revision'),
});

const daysOf = async (projectId: string) => ({
  accounts: await fed.db('read.account_days').where({ project_id: projectId }).orderBy('begin_at'),
  failures: await fed.db('read.failure_days').where({ project_id: projectId }).orderBy(['begin_at', 'error_code']),
});

it('shows the waits and attempts of a pin with the facts behind them, the same one by one, together and given twice', async () => {
  const { pinId, facts } = pinFacts(
    newId(),
    0,
    attemptStarted(1),
    deferred,
    attemptStarted(2, '2026-11-20T10:01:04.000Z'),
    outcomeUnknown(2, '2026-11-20T10:01:05.000Z'),
    published,
  );
  for (const fact of facts) await fed.feed([fact]);
  const once = await rowsOf(pinId);
  expect(once.times).toMatchObject({
    ...{ phase: 'published', attempts: 2, deferrals: 1, unknown_outcomes: 1, retries: 0, error_code: null },
    ...{ pacing_ms: '3000', backoff_ms: '60000', calling_ms: '2000', unknown_ms: '5000', total_ms: '70000' },
    ...{ queued_event_id: facts[0]?.id, event_id: facts[5]?.id, position: facts[5]?.position.toString(), revision: 5 },
  });
  expect(once.attempts).toMatchObject([
    { outcome: 'deferred', error_class: 'rate_limit', waited_ms: '1000', event_id: facts[1]?.id, outcome_event_id: facts[2]?.id },
    { outcome: 'published', error_class: null, waited_ms: '2000', event_id: facts[3]?.id, outcome_event_id: facts[5]?.id },
  ]);
  await fed.feed(facts);
  expect(await rowsOf(pinId)).toEqual(once);

  const together = pinFacts(newId(), 0, ...facts.slice(1));
  await fed.feed(together.facts);
  const { pacing_ms, calling_ms, total_ms } = (await rowsOf(together.pinId)).times;
  expect({ pacing_ms, calling_ms, total_ms }).toEqual({ pacing_ms: '3000', calling_ms: '2000', total_ms: '70000' });
});

it('counts the day of an account and why its pins failed, each fact once, on the day when the log took it in', async () => {
  const projectId = newId();
  const failed: Fact = {
    type: 'PinFailed',
    data: { errorCode: 'board_access_denied', errorMessage: '', failedAt: '2026-11-20T10:01:10.000Z' },
  };
  const one = pinFacts(projectId, 0, attemptStarted(1), deferred, attemptStarted(2, '2026-11-20T10:01:04.000Z'), failed);
  const other = pinFacts(projectId, 0, attemptStarted(1), outcomeUnknown(1, '2026-11-20T10:00:05.000Z'), published);
  const nextDay = other.facts.map((fact, index) => (index < 3 ? fact : { ...fact, recordedAt: new Date('2999-01-01T12:00:00.000Z') }));
  await fed.feed([...one.facts, ...nextDay.slice(0, 2)]);
  await fed.feed([...one.facts.slice(3), ...nextDay]);
  const days = await daysOf(projectId);
  expect(days.accounts).toMatchObject([
    {
      ...{ pins_accepted: '2', attempts: '3', pins_published: '0', pins_deferred: '1', rate_limited: '1', unknown_outcomes: '1' },
      ...{ pins_failed: '1', access_failures: '1', pacing_ms: '4000' },
      ...{ event_id: other.facts[2]?.id, position: other.facts[2]?.position.toString() },
    },
    { begin_at: new Date('2999-01-01T00:00:00.000Z'), pins_published: '1', attempts: '0', event_id: other.facts[3]?.id },
  ]);
  expect(days.failures).toMatchObject([
    { error_code: 'board_access_denied', error_class: 'access', pins_failed: '1', pins_deferred: '0', event_id: one.facts[4]?.id },
    { error_code: 'rate_limited', error_class: 'rate_limit', pins_failed: '0', pins_deferred: '1', event_id: one.facts[2]?.id },
  ]);
  await fed.feed([...one.facts, ...nextDay]);
  expect(await daysOf(projectId)).toEqual(days);
});

it('counts a failure of a reason that only a former release knew', async () => {
  const projectId = newId();
  const failed = { type: 'PinFailed', data: { errorCode: 'no_such_reason', errorMessage: '', failedAt: '2026-11-20T10:01:10.000Z' } };
  await fed.feed(pinFacts(projectId, 0, attemptStarted(1), failed).facts);
  expect((await daysOf(projectId)).failures).toMatchObject([{ error_code: 'no_such_reason', error_class: null, pins_failed: '1' }]);
});

it('removes the older epochs of a sandbox that is reset', async () => {
  const projectId = newId();
  const [old, other] = [pinFacts(projectId, 0, attemptStarted(), deferred), pinFacts(newId(), 0)];
  const reset = recorded(
    `project-${projectId}`,
    [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T10:00:00.000Z' } }],
    position++,
  );
  const fresh = pinFacts(projectId, 1);
  await fed.feed([...old.facts, ...other.facts, ...reset, ...fresh.facts]);
  await fed.removeBehind();
  expect(await rowsOf(old.pinId)).toEqual({ times: undefined, attempts: [] });
  expect(await daysOf(projectId)).toMatchObject({ accounts: [{ epoch: 1, pins_accepted: '1', attempts: '0' }], failures: [] });
  for (const { pinId } of [other, fresh]) expect((await rowsOf(pinId)).times).toMatchObject({ phase: 'waiting' });
});

it('says nothing of a pin that was given up before it was queued', async () => {
  const pinId = newId();
  await fed.feed(
    recorded(
      `pin-${pinId}`,
      [{ type: 'PinAbandoned', data: { pinId, month: '2026-11', entryId: newId(), abandonedAt: '2026-11-20T10:00:00.000Z' } }],
      position++,
    ),
  );
  expect((await rowsOf(pinId)).times).toBeUndefined();
});
