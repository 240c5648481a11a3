import type { Streams } from '@pps/event-store';
import { newId } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { webhookStream } from '../subscriptions/webhook.stream';
import { webhookSamples } from '../testing';
import { openDeliveringProcess } from './delivering-process';
import { deliveryStream, type DeliveryFact, type DeliveryState } from './delivery.stream';
import type { MadeAttempt } from './record-delivery-outcome';

/** An attempt that was answered with this body. */
function attemptWith(responseBody: string): MadeAttempt {
  const webhook = webhookStream.decider.evolve(webhookStream.decider.initial, webhookSamples[0]!);
  if (webhook.kind !== 'active') throw new Error('the sample is no creation');
  const deliveryId = newId();
  const offer = { deliveryId, webhookId: webhook.webhookId, batchId: newId(), sequence: 1, attempt: 1, position: '1', isFirst: true };
  const message = { deliveryId } as MadeAttempt['delivery']['message'];
  const result = { kind: 'answered', statusCode: 200, retryAfter: undefined, responseBody } as const;
  return { webhook, delivery: { offer, message, cause: null }, startedAt: new Date(), endedAt: new Date(), durationMs: 1, result };
}

const hung = new Promise<never>(() => undefined);

/** A process; its statements save all but `refused`, its log answers but for `lost`. */
function processWith({ refused = '', lost = '' } = {}) {
  const statements: string[][] = [];
  const ignore = async (bodies: readonly string[]) => {
    if (bodies.includes(refused)) throw new Error('not saved');
  };
  const insert = (rows: readonly { readonly body: string }[]) => {
    const bodies = rows.map(({ body }) => body);
    statements.push(bodies);
    return { onConflict: () => ({ ignore: () => ignore(bodies) }) };
  };
  const decide = async (_: unknown, id: string, __: unknown, decision: (state: DeliveryState) => readonly DeliveryFact[]) =>
    id === lost ? hung : { facts: decision(deliveryStream.decider.initial) };
  const db = (() => ({ insert })) as unknown as Database;
  const process = openDeliveringProcess({ db, streams: { decide } as unknown as Streams, clock: () => new Date(), random: () => 0 });
  return { statements, process };
}

it('saves the responses of attempts that end at once together, and none that is empty', async () => {
  const { statements, process } = processWith();
  await Promise.all(['a', '', 'b'].map((body) => process.recordOutcome(attemptWith(body))));
  expect(statements).toEqual([['a', 'b']]);
});

it('an outcome whose append hangs keeps no other', async () => {
  const [stuck, other] = [attemptWith('a'), attemptWith('b')];
  const { process } = processWith({ lost: stuck.delivery.offer.deliveryId });
  void process.recordOutcome(stuck);
  expect(await process.recordOutcome(other)).toMatchObject({ succeeded: true });
  expect(await process.recordOutcome(attemptWith('c'))).toMatchObject({ succeeded: true });
});

it('a response that cannot be saved fails its own outcome alone', async () => {
  const { statements, process } = processWith({ refused: 'bad' });
  const ended = await Promise.allSettled(['a', 'bad', '', 'b'].map((body) => process.recordOutcome(attemptWith(body))));
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(statements).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
});
