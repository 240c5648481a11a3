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

it('removes the older epochs of a sandbox that is reset', async () => {
  const projectId = newId();
  const [old, other] = [pinFacts(projectId, 0, attemptStarted()), pinFacts(newId(), 0)];
  const reset = recorded(
    `project-${projectId}`,
    [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T10:00:00.000Z' } }],
    position++,
  );
  const fresh = pinFacts(projectId, 1);
  await fed.feed([...old.facts, ...other.facts, ...reset, ...fresh.facts]);
  await fed.removeBehind();
  expect(await rowsOf(old.pinId)).toEqual({ times: undefined, attempts: [] });
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
