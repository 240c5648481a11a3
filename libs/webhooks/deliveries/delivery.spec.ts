import { given } from '@pps/kernel/testing';
import {
  deliveryStream,
  recordAttempt,
  requestRedelivery,
  type DeliveryAttemptOutcome,
  type DeliveryFact,
  type DeliveryState,
} from './delivery.stream';
import { deliverySamples } from '../testing';

const { decider } = deliveryStream;
const endedAt = '2026-01-05T09:00:01.000Z';
const outcome = (n: number, result: Partial<DeliveryAttemptOutcome>): DeliveryAttemptOutcome => ({
  webhookId: 'webhook',
  n,
  startedAt: '2026-01-05T09:00:00.000Z',
  endedAt,
  durationMs: 1_000,
  random: 0.5,
  ...result,
});
const attempt = (n: number, result: Partial<DeliveryAttemptOutcome>) => (state: DeliveryState) => recordAttempt(outcome(n, result), state);
const failures = (count: number): DeliveryFact[] => {
  const facts: DeliveryFact[] = [];
  for (let n = 1; n <= count; n++) facts.push(...attempt(n, { statusCode: 500 })(given(decider, ...facts).state));
  return facts;
};
const waits = (facts: readonly DeliveryFact[]) =>
  facts.flatMap((fact) =>
    fact.type === 'WebhookDeliveryAttempted' && fact.data.nextAttemptAt
      ? (Date.parse(fact.data.nextAttemptAt) - Date.parse(endedAt)) / 1_000
      : [],
  );

describe('a delivery', () => {
  it('is terminal after any 2xx', () => {
    for (const statusCode of [200, 204, 299]) {
      expect(
        given(decider)
          .when(attempt(1, { statusCode }))
          .map(({ type }) => type),
      ).toEqual(['WebhookDeliveryAttempted', 'WebhookDelivered']);
    }
  });

  it.each([[{ statusCode: 199 }], [{ statusCode: 302 }], [{ statusCode: 410 }], [{ statusCode: 500 }], [{ error: 'No.' }]])(
    'waits for another attempt after %j',
    (result) => {
      const [fact, ...more] = given(decider).when(attempt(1, result));
      expect(more).toEqual([]);
      expect(fact).toMatchObject({
        type: 'WebhookDeliveryAttempted',
        data: { ...result, n: 1, nextAttemptAt: '2026-01-05T09:00:06.000Z' },
      });
    },
  );

  it('is tried ten times, over two days, then is exhausted', () => {
    const facts = failures(10);
    const [minute, hour] = [60, 3_600];
    expect(waits(facts)).toEqual([5, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour]);
    expect(facts.at(-1)?.type).toBe('WebhookDeliveryExhausted');
    expect(given(decider, ...facts).when(attempt(11, { statusCode: 200 }))).toEqual([]);
  });

  it.each([
    [{ random: 0 }, 4],
    [{ random: 1 }, 6],
    [{ retryAfterMs: 30_000 }, 30],
    [{ retryAfterMs: 1_000 }, 5],
    [{ retryAfterMs: 10 * 86_400_000 }, 86_400],
    [{ statusCode: 429 }, 5],
    [{ statusCode: 502 }, 5],
    [{ statusCode: 429, retryAfterMs: 7_000 }, 7],
  ])('after a failure with %j waits %d s', (result, seconds) => {
    expect(waits(given(decider).when(attempt(1, { statusCode: 500, ...result })))).toEqual([seconds]);
  });

  it('records an attempt once, and only the one that is next', () => {
    expect(given(decider).twice(attempt(1, { statusCode: 500 }))).toEqual([]);
    expect(given(decider).when(attempt(2, { statusCode: 500 }))).toEqual([]);
  });

  it('begins a new series when it is asked for again, counting on', () => {
    const again = requestRedelivery({ trigger: 'manual', at: endedAt }, decider.initial);
    const [fact] = given(decider, ...failures(10), ...again).when(attempt(11, { statusCode: 500 }));
    expect(fact).toMatchObject({ data: { n: 11, trigger: 'manual', nextAttemptAt: '2026-01-05T09:00:06.000Z' } });
    const [next] = given(decider, ...failures(10), ...again, fact!).when(attempt(12, { statusCode: 500 }));
    expect(next).toMatchObject({ data: { n: 12, trigger: 'auto' } });
  });

  it('is made due by a replay once, and by another one again', () => {
    const replay = (replayId: string) => (state: DeliveryState) => requestRedelivery({ trigger: 'replay', replayId, at: endedAt }, state);
    const first = given(decider).when(replay('one'));
    expect(first).toMatchObject([{ type: 'WebhookRedeliveryRequested', data: { replayId: 'one' } }]);
    expect(given(decider, ...first).when(replay('one'))).toEqual([]);
    expect(given(decider, ...first, ...failures(1)).when(replay('one'))).toEqual([]);
    expect(given(decider, ...first).when(replay('two'))).toHaveLength(1);
  });

  it('reads every fact ever written', () => {
    const { length } = deliverySamples;
    expect(given(decider, ...deliverySamples.slice(0, length - 1)).state).toMatchObject({
      phase: 'delivered',
      attempts: 3,
      trigger: 'replay',
    });
    expect(given(decider, ...deliverySamples).state).toMatchObject({
      phase: 'pending',
      attempts: 3,
      replayId: expect.any(String) as string,
    });
    expect(given(decider, ...deliverySamples.slice(0, 5)).state.phase).toBe('exhausted');
    expect(given(decider, ...deliverySamples).state.test?.event).toBe('webhook.test');
  });
});
