import { WrongRevision, type EventStore, type NewFact, type RecordedFact } from '@pps/event-store';
import type { Fact } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import type { WebhookDeliveryRequested } from './outbox.events';
import { outboxStream } from './outbox.stream';
import type { WebhookSubscription } from './webhook-subscriptions.store';
import { webhookOutboxProcess } from './webhook-outbox.process';
import { webhookStream } from '../subscriptions/webhook.stream';

const at = '2026-01-05T09:00:00.000Z';
const projectId = 'project';

/** A log in memory, with what the process needs of the store; its first event stands at `begin`. */
function log(begin = 0) {
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
    read: async (stream, from = 0) => of(stream).slice(from),
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

function table(initial: readonly WebhookSubscription[] = []) {
  const rows = new Map(initial.map((row) => [row.webhookId, row]));
  return {
    rows,
    load: async () => [...rows.values()],
    save: async (changed: readonly WebhookSubscription[]) => changed.forEach((row) => rows.set(row.webhookId, row)),
  };
}

const created = (webhookId: string, events: string[], epoch = 0): Fact => ({
  type: 'WebhookCreated',
  data: { webhookId, projectId, organizationId: 'o', epoch, url: 'https://a', secretRef: 'r', events, isEnabled: true, createdAt: at },
});
const queued = (pinId: string): Fact => ({ type: 'PinQueued', data: { pinId, content: { title: 'A pin' }, queuedAt: at } });
const pinFailed: Fact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'No.', failedAt: at } };

const started = { attempt: 1, startedAt: at, deadline: at, fingerprint: 'print' };

const setUpProjection = () => {
  const { store, happened, requests } = log();
  const subscriptions = table();
  const fresh = (source = store) => webhookOutboxProcess({ store: source, subscriptions, clock: () => new Date(at) });
  return { store, happened, requests, subscriptions, fresh };
};

type Requested = WebhookDeliveryRequested['data'];
const withoutCause = (data: Requested): unknown => Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'cause'));

describe('the outbox of webhooks', () => {
  it('requests what is subscribed to, from creation to deletion, within one batch too', async () => {
    const { happened, requests, fresh } = setUpProjection();
    await fresh().react(
      [
        happened(pinStream, 'early', queued('early')),
        happened(webhookStream, 'w', created('w', ['pin.queued'])),
        happened(pinStream, 'p', queued('p')),
        happened(pinStream, 'p', pinFailed),
        happened(webhookStream, 'w', { type: 'WebhookUpdated', data: { events: ['pin.failed'], updatedAt: at } }),
        happened(pinStream, 'q', queued('q')),
        happened(pinStream, 'q', pinFailed),
        happened(webhookStream, 'w', { type: 'WebhookDeleted', data: { at } }),
        happened(pinStream, 'late', queued('late')),
        happened(pinStream, 'late', pinFailed),
      ],
      null,
    );
    expect(requests('w')).toEqual([
      [1, 'pin.queued', 'p'],
      [2, 'pin.failed', 'q'],
    ]);
  });

  it('counts on while the webhook is disabled, and reports a disabling that is not the user’s', async () => {
    const { happened, requests, fresh } = setUpProjection();
    const disabled = (reason: string): Fact => ({ type: 'WebhookDisabled', data: { reason, at } });
    await fresh().react(
      [
        happened(webhookStream, 'w', created('w', ['*'])),
        happened(webhookStream, 'w', disabled('gone')),
        happened(pinStream, 'p', queued('p')),
        happened(webhookStream, 'w', { type: 'WebhookEnabled', data: { at } }),
        happened(webhookStream, 'w', disabled('requested')),
      ],
      null,
    );
    expect(requests('w')).toEqual([
      [1, 'webhook.disabled', 'w'],
      [2, 'pin.queued', 'p'],
    ]);
  });

  it('adds nothing when everything is given again, to this process or to one that knows nothing', async () => {
    const { happened, requests, fresh, subscriptions } = setUpProjection();
    const facts = [
      happened(webhookStream, 'w', created('w', ['*'])),
      happened(pinStream, 'p', queued('p')),
      happened(pinStream, 'p', pinFailed),
    ];
    const process = fresh();
    await process.react(facts, null);
    const once = requests('w');
    expect(once).toHaveLength(2);
    await process.react(facts, null);
    await fresh().react(facts, null);
    subscriptions.rows.clear();
    await fresh().react(facts, null);
    expect(requests('w')).toEqual(once);
  });

  it('does not request what came before the webhook, also when it meets the webhook first', async () => {
    const { happened, requests, fresh } = setUpProjection();
    const facts = [happened(pinStream, 'early', queued('early')), happened(webhookStream, 'w', created('w', ['*']))];
    await fresh().react(facts, null);
    await fresh().react(facts, null);
    expect(requests('w')).toEqual([]);
  });

  it('goes on where it stopped when it died half way through a batch', async () => {
    const { store, happened, requests, fresh } = setUpProjection();
    const facts = [
      happened(webhookStream, 'v', created('v', ['*'])),
      happened(webhookStream, 'w', created('w', ['*'])),
      happened(pinStream, 'p', queued('p')),
    ];
    const dying = {
      ...store,
      append: (stream: string, ...rest: [never, never]) =>
        stream.endsWith('w') ? Promise.reject(new Error('dead')) : store.append(stream, ...rest),
    };
    await expect(fresh(dying as typeof store).react(facts, null)).rejects.toThrow('dead');
    await fresh().react([...facts, happened(pinStream, 'p', pinFailed)], null);
    for (const id of ['v', 'w']) {
      expect(requests(id)).toEqual([
        [1, 'pin.queued', 'p'],
        [2, 'pin.failed', 'p'],
      ]);
    }
  });

  it('reads again when another process has appended meanwhile', async () => {
    const { happened, requests, fresh } = setUpProjection();
    const [one, other] = [fresh(), fresh()];
    await one.react([happened(webhookStream, 'w', created('w', ['*'])), happened(pinStream, 'p', queued('p'))], null);
    const second = happened(pinStream, 'p', pinFailed);
    await other.react([second], null);
    await one.react([second, happened(pinStream, 'q', queued('q'))], null);
    expect(requests('w').map(([sequence]) => sequence)).toEqual([1, 2, 3]);
  });

  it.each([
    ['of this release', (data: Requested): unknown => data],
    ['of releases up to 1.58', withoutCause],
  ])('goes on in a copy of its log, where every fact stands elsewhere, behind a request %s', async (_, written) => {
    const before = log(1_000_000);
    const webhook = before.happened(webhookStream, 'w', created('w', ['*']));
    const early = before.happened(pinStream, 'p', queued('p'));
    await webhookOutboxProcess({ store: before.store, subscriptions: table(), clock: () => new Date(at) }).react([webhook, early], null);
    const copy = log();
    for (const fact of before.all) {
      const isRequest = fact.type === 'WebhookDeliveryRequested';
      copy.write(fact.stream, isRequest ? { ...fact, data: written(fact.data as Requested) } : fact);
    }
    const subscriptions = table([
      { webhookId: 'w', projectId, epoch: 0, events: ['*'], isDeleted: false, position: copy.all[0]!.position },
    ]);
    const inCopy = webhookOutboxProcess({ store: copy.store, subscriptions, clock: () => new Date(at) });
    await inCopy.react([copy.all[1]!, copy.happened(pinStream, 'p', pinFailed)], null);
    expect(copy.requests('w')).toEqual([
      [1, 'pin.queued', 'p'],
      [2, 'pin.failed', 'p'],
    ]);
  });

  it('makes small appends, however much comes at once', async () => {
    const { store, happened, requests, fresh } = setUpProjection();
    const sizes: number[] = [];
    const counting: typeof store = {
      ...store,
      append: (stream, facts, expected) => (sizes.push(facts.length), store.append(stream, facts, expected)),
    };
    const pins = Array.from({ length: 250 }, (_, n) => happened(pinStream, `p${n}`, queued(`p${n}`)));
    const webhook = created('w', ['*']);
    await fresh(counting).react([happened(webhookStream, 'w', webhook)], null);
    const later = pins.map((fact, n) => ({ ...fact, position: BigInt(100_000 + n) }));
    await fresh(counting).react(later, null);
    expect(sizes).toEqual([100, 100, 50]);
    expect(requests('w').map(([sequence]) => sequence)).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
  });

  it('sends nothing of an older epoch of the project', async () => {
    const { happened, requests, fresh } = setUpProjection();
    await fresh().react(
      [
        happened(webhookStream, 'w', created('w', ['*'], 1), 1),
        happened(pinStream, 'old', queued('old'), 0),
        happened(pinStream, 'new', queued('new'), 1),
      ],
      null,
    );
    expect(requests('w')).toEqual([[1, 'pin.queued', 'new']]);
  });

  it('reports a pin as it was right after the fact', async () => {
    const { store, happened, fresh } = setUpProjection();
    const first = [happened(webhookStream, 'w', created('w', ['pin.queued'])), happened(pinStream, 'p', queued('p'))];
    happened(pinStream, 'p', pinFailed);
    await fresh().react(first, null);
    const last = await store.last(`${outboxStream.category}-w`);
    expect((last!.data as WebhookDeliveryRequested['data']).data).toMatchObject({ status: 'queued', error_code: null, failed_at: null });
  });

  it('reads pins that it does not remember beside each other, each once, and numbers their events in the order of the log', async () => {
    const { store, happened, requests, fresh } = setUpProjection();
    const pins = Array.from({ length: 200 }, (_, n) => `p${n}`);
    await fresh().react([happened(webhookStream, 'w', created('w', ['pin.failed', 'pin.publishing']))], null);
    for (const pin of pins) happened(pinStream, pin, queued(pin));
    const first = pins.map((pin) => happened(pinStream, pin, { type: 'PinPublishAttemptStarted', data: started }));
    const second = pins.map((pin) => happened(pinStream, pin, pinFailed));
    const counted = { reads: 0, open: 0, most: 0 };
    const read: typeof store.read = async (...range) => {
      counted.reads += 1;
      counted.most = Math.max(counted.most, ++counted.open);
      await new Promise(setImmediate);
      counted.open -= 1;
      const [stream, from = 0, count = Infinity] = range;
      return (await store.read(stream, from)).slice(0, count);
    };
    await fresh({ ...store, read }).react([...first, ...second], null);
    expect(counted).toEqual({ reads: 200, open: 0, most: 32 });
    expect(requests('w')).toEqual([
      ...pins.map((pin, n) => [n + 1, 'pin.publishing', pin]),
      ...pins.map((pin, n) => [n + 201, 'pin.failed', pin]),
    ]);
  });
});
