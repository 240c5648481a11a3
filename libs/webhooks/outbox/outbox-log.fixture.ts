import { WrongRevision, type EventStore, type NewFact, type RecordedFact } from '@pps/event-store';
import type { Fact } from '@pps/kernel';
import { outboxStream, type WebhookDeliveryRequested } from './outbox.stream';
import type { OutboxPin } from './outbox-pin';
import type { OutboxPins } from './outbox-pins.store';
import type { WebhookSubscription } from './webhook-subscriptions.store';
import { webhookOutboxProcess } from './webhook-outbox.process';

export const at = '2026-01-05T09:00:00.000Z';
export const projectId = 'project';

/** A log in memory, with what the process needs of the store; its first event stands at `begin`. */
export function outboxLog(begin = 0) {
  const all: RecordedFact[] = [];
  const of = (stream: string) => all.filter((fact) => fact.stream === stream);
  const write = (stream: string, fact: NewFact) => {
    all.push({ ...fact, stream, revision: of(stream).length, position: BigInt(begin + all.length * 10), recordedAt: new Date(at) });
    return all.at(-1)!;
  };
  const store: Pick<EventStore, 'append' | 'last' | 'read'> = {
    append: async (stream, facts, expected) => {
      if (of(stream).length - 1 !== (expected === 'no_stream' ? -1 : expected)) throw new WrongRevision(stream);
      const written = facts.map((fact) => write(stream, fact));
      return { revision: written.at(-1)!.revision, position: written.at(-1)!.position };
    },
    last: async (stream) => of(stream).at(-1) ?? null,
    read: async (stream, from = 0, count = Infinity) => of(stream).slice(from, from + count),
  };
  const happened = (category: { readonly category: string }, id: string, { type, data }: Fact, epoch = 0) =>
    write(`${category.category}-${id}`, {
      id: `fact ${all.length}`,
      type,
      data,
      metadata: { projectId, epoch, actor: { type: 'system' }, occurredAt: at, schemaVersion: 1 },
    });
  const requests = (webhookId: string) =>
    of(`${outboxStream.category}-${webhookId}`).map(({ revision, data }) => {
      const { event, data: payload } = data as WebhookDeliveryRequested['data'];
      return [revision + 1, event, payload['pin_id'] ?? payload['webhook_id']];
    });
  return { all, store, write, happened, requests };
}

export function subscriptionRows(initial: readonly WebhookSubscription[] = []) {
  const rows = new Map(initial.map((row) => [row.webhookId, row]));
  return {
    rows,
    load: async () => [...rows.values()],
    save: async (changed: readonly WebhookSubscription[]) => changed.forEach((row) => rows.set(row.webhookId, row)),
  };
}

export function pinRows() {
  const rows = new Map<string, OutboxPin>();
  const pins: OutboxPins = {
    load: async (pinIds) => pinIds.flatMap((pinId) => rows.get(pinId) ?? []),
    save: async (changed, ended) => {
      for (const pin of changed) if (pin.revision > (rows.get(pin.pinId)?.revision ?? -1)) rows.set(pin.pinId, pin);
      for (const pinId of ended) rows.delete(pinId);
    },
  };
  return { rows, ...pins };
}

export const webhookCreated = (webhookId: string, events: string[], epoch = 0): Fact => ({
  type: 'WebhookCreated',
  data: { webhookId, projectId, organizationId: 'o', epoch, url: 'https://a', secretRef: 'r', events, isEnabled: true, createdAt: at },
});
export const queued = (pinId: string): Fact => ({
  type: 'PinQueued',
  data: { pinId, accountId: 'account', boardId: '1', content: { title: 'A pin' }, queuedAt: at },
});
export const pinFailed: Fact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'No.', failedAt: at } };

/** A log, and what the outbox process stores beside it; `fresh` gives a process that has just started. */
export function setUpOutbox() {
  const { store, happened, requests } = outboxLog();
  const subscriptions = subscriptionRows();
  const pins = pinRows();
  const fresh = (source = store) => webhookOutboxProcess({ store: source, subscriptions, pins, clock: () => new Date(at) });
  return { store, happened, requests, subscriptions, pins, fresh };
}
