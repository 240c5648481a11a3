import { pinStream } from '@pps/pins/events';
import { webhookStream } from '../subscriptions/webhook.stream';
import type { WebhookDeliveryRequested } from './outbox.stream';
import { at, outboxLog, pinFailed, pinRows, projectId, queued, setUpOutbox, subscriptionRows, webhookCreated } from './outbox-log.fixture';
import { webhookOutboxProcess } from './webhook-outbox.process';

type Requested = WebhookDeliveryRequested['data'];
const withoutCause = (data: Requested): unknown => Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'cause'));

describe('the outbox of webhooks, after a crash or beside another process', () => {
  it('adds nothing when everything is given again, to this process or to one that knows nothing', async () => {
    const { happened, requests, fresh, subscriptions } = setUpOutbox();
    const facts = [
      happened(webhookStream, 'w', webhookCreated('w', ['*'])),
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

  it('goes on where it stopped when it died half way through a batch', async () => {
    const { store, happened, requests, fresh } = setUpOutbox();
    const facts = [
      happened(webhookStream, 'v', webhookCreated('v', ['*'])),
      happened(webhookStream, 'w', webhookCreated('w', ['*'])),
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
    const { happened, requests, fresh } = setUpOutbox();
    const [one, other] = [fresh(), fresh()];
    await one.react([happened(webhookStream, 'w', webhookCreated('w', ['*'])), happened(pinStream, 'p', queued('p'))], null);
    const second = happened(pinStream, 'p', pinFailed);
    await other.react([second], null);
    await one.react([second, happened(pinStream, 'q', queued('q'))], null);
    expect(requests('w').map(([sequence]) => sequence)).toEqual([1, 2, 3]);
  });

  it.each([
    ['of this release', (data: Requested): unknown => data],
    ['of releases up to 1.58', withoutCause],
  ])('goes on in a copy of its log, where every fact stands elsewhere, behind a request %s', async (_, written) => {
    const before = outboxLog(1_000_000);
    const webhook = before.happened(webhookStream, 'w', webhookCreated('w', ['*']));
    const early = before.happened(pinStream, 'p', queued('p'));
    await webhookOutboxProcess({
      store: before.store,
      subscriptions: subscriptionRows(),
      pins: pinRows(),
      clock: () => new Date(at),
    }).react([webhook, early], null);
    const copy = outboxLog();
    for (const fact of before.all) {
      const isRequest = fact.type === 'WebhookDeliveryRequested';
      copy.write(fact.stream, isRequest ? { ...fact, data: written(fact.data as Requested) } : fact);
    }
    const subscriptions = subscriptionRows([
      { webhookId: 'w', projectId, epoch: 0, events: ['*'], accountIds: null, isDeleted: false, position: copy.all[0]!.position },
    ]);
    const inCopy = webhookOutboxProcess({ store: copy.store, subscriptions, pins: pinRows(), clock: () => new Date(at) });
    await inCopy.react([copy.all[1]!, copy.happened(pinStream, 'p', pinFailed)], null);
    expect(copy.requests('w')).toEqual([
      [1, 'pin.queued', 'p'],
      [2, 'pin.failed', 'p'],
    ]);
  });
});
