import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveStates, RecordedFact, Streams } from '@pps/event-store';
import { recordedFact, storeWith } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { webhookStream } from '../subscriptions/webhook.stream';
import { outboxSamples, webhookSamples } from '../testing';
import type { DeliverWebhookDeps } from './deliver-webhook.work';
import { deliveryStream, type DeliveryFact, type DeliveryState } from './delivery.stream';

/** Facts by which so many deliveries are requested, of these revisions and the sequences after them. */
export function requests(from: number, count: number): RecordedFact[] {
  const [requested] = outboxSamples;
  return Array.from({ length: count }, (_, n) => {
    const data = { ...requested!.data, deliveryId: newId() };
    return recordedFact({ ...requested!, data, revision: from + n });
  });
}

interface Given extends Partial<DeliverWebhookDeps> {
  readonly db: Database;
  readonly endpoint: Server;
}

/** What the worker's function is given, on a log that is all here; `load` is told of each stream that is read. */
export function workerParts({ endpoint, ...given }: Given, load: (category: string) => void = () => undefined) {
  const [created] = webhookSamples;
  if (created?.type !== 'WebhookCreated') throw new Error('there are no samples');
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  const states = new Map<string, unknown>([
    [webhookStream.category, webhookStream.decider.evolve(webhookStream.decider.initial, { ...created, data: { ...created.data, url } })],
    [deliveryStream.category, deliveryStream.decider.initial],
    [projectStream.category, { kind: 'created', epoch: created.data.epoch }],
  ]);
  const stateOf = async ({ category }: { category: string }) => (load(category), { state: states.get(category), revision: 0 });
  const recorded: DeliveryFact[][] = [];
  const run = async (_: unknown, __: string, ___: unknown, decide: (state: DeliveryState) => DeliveryFact[]) => {
    const facts = decide(deliveryStream.decider.initial);
    recorded.push(facts);
    return { facts };
  };
  const deps: DeliverWebhookDeps = {
    store: storeWith({ read: async (_, from = 0, count = 1) => requests(from, count) }),
    streams: { load: stateOf, decide: run } as unknown as Streams,
    live: { head: async () => 1n, get: stateOf } as unknown as LiveStates,
    vault: { getMany: async <T>(refs: readonly string[]) => new Map(refs.map((ref) => [ref, 'whsec_c2VjcmV0' as T])) },
    clock: () => new Date(),
    targets: 'any',
    random: () => 0,
    onError: (error) => {
      throw error;
    },
    ...given,
  };
  return { deps, recorded, run };
}
