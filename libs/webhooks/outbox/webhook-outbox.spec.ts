import { quotaStream } from '@pps/billing/events';
import type { Fact } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleCreated, scheduleFailed, scheduleFired } from '@pps/schedules/testing';
import { webhookStream } from '../subscriptions/webhook.stream';
import { at, pinFailed, queued, setUpOutbox, webhookCreated } from './outbox-log.fixture';

describe('the outbox of webhooks', () => {
  it('requests what is subscribed to, from creation to deletion, within one batch too', async () => {
    const { happened, requests, fresh } = setUpOutbox();
    await fresh().react(
      [
        happened(pinStream, 'early', queued('early')),
        happened(webhookStream, 'w', webhookCreated('w', ['pin.queued'])),
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

  it('counts on while the webhook is disabled, and reports a disabling that is not the user’s to the others', async () => {
    const { happened, requests, fresh } = setUpOutbox();
    const disabled = (reason: string): Fact => ({ type: 'WebhookDisabled', data: { reason, at } });
    await fresh().react(
      [
        happened(webhookStream, 'w', webhookCreated('w', ['*'])),
        happened(webhookStream, 'other', webhookCreated('other', ['*'])),
        happened(webhookStream, 'w', disabled('gone')),
        happened(pinStream, 'p', queued('p')),
        happened(webhookStream, 'w', { type: 'WebhookEnabled', data: { at } }),
        happened(webhookStream, 'w', disabled('requested')),
      ],
      null,
    );
    expect(requests('w')).toEqual([[1, 'pin.queued', 'p']]);
    expect(requests('other')).toEqual([
      [1, 'webhook.disabled', 'w'],
      [2, 'pin.queued', 'p'],
    ]);
  });

  it('does not request what came before the webhook, also when it meets the webhook first', async () => {
    const { happened, requests, fresh } = setUpOutbox();
    const facts = [happened(pinStream, 'early', queued('early')), happened(webhookStream, 'w', webhookCreated('w', ['*']))];
    await fresh().react(facts, null);
    await fresh().react(facts, null);
    expect(requests('w')).toEqual([]);
  });

  it('makes small appends, however much comes at once', async () => {
    const { store, happened, requests, fresh } = setUpOutbox();
    const sizes: number[] = [];
    const counting: typeof store = {
      ...store,
      append: (stream, facts, expected) => (sizes.push(facts.length), store.append(stream, facts, expected)),
    };
    const pins = Array.from({ length: 250 }, (_, n) => happened(pinStream, `p${n}`, queued(`p${n}`)));
    const webhook = webhookCreated('w', ['*']);
    await fresh(counting).react([happened(webhookStream, 'w', webhook)], null);
    const later = pins.map((fact, n) => ({ ...fact, position: BigInt(100_000 + n) }));
    await fresh(counting).react(later, null);
    expect(sizes).toEqual([100, 100, 50]);
    expect(requests('w').map(([sequence]) => sequence)).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
  });

  it('tells of a schedule as it was at each fact', async () => {
    const { happened, store, fresh } = setUpOutbox();
    const scheduleId = scheduleCreated().data.scheduleId;
    const { pinId } = scheduleFired().data;
    const canceled: Fact = { type: 'ScheduleCanceled', data: { reason: 'pin_deleted', canceledAt: at } };
    const created = happened(webhookStream, 'w', webhookCreated('w', ['schedule.fired', 'schedule.failed', 'schedule.canceled']));
    const of = (fact: Fact) => happened(scheduleStream, scheduleId, fact);
    const facts = [scheduleCreated(), scheduleFired(), scheduleFailed(pinId), canceled].map(of);
    await fresh().react([created, ...facts], null);
    const sent = (await store.read('webhook_outbox-w')).map(({ data }) => data as { event: string; data: object });
    expect(sent.map(({ event }) => event)).toEqual(['schedule.fired', 'schedule.failed', 'schedule.canceled']);
    const { accountId, boardId, runAt } = scheduleCreated().data;
    const firing = { schedule_id: scheduleId, account_id: accountId, board_id: boardId, title: 'Blue door', run_at: runAt, pin_id: pinId };
    expect(sent.map(({ data }) => data)).toMatchObject([
      { ...firing, status: 'queued', fired_at: '2026-11-21T08:00:00.012Z', error_code: null, reason: null },
      { ...firing, status: 'failed', error_code: 'board_not_found', error_message: 'The board was not found.' },
      { ...firing, status: 'canceled', reason: 'pin_deleted' },
    ]);
  });

  it('tells of a schedule with its pin as edited by then, also after that was deleted', async () => {
    const { happened, store, fresh } = setUpOutbox();
    const scheduleId = scheduleCreated().data.scheduleId;
    const { pinId } = scheduleFired().data;
    const edited = (title: string, boardId: string): Fact => ({
      type: 'PinEdited',
      data: { boardId, content: { title, imageUrl: 'https://example.org/door.jpg' }, fingerprint: 'd'.repeat(64), editedAt: at },
    });
    const created = happened(webhookStream, 'w', webhookCreated('w', ['schedule.fired', 'schedule.failed', 'schedule.canceled']));
    const facts = [
      happened(scheduleStream, scheduleId, scheduleCreated()),
      happened(pinStream, pinId, queued(pinId)),
      happened(scheduleStream, scheduleId, scheduleFired()),
      happened(pinStream, pinId, edited('Green door', '813744226420000002')),
      happened(scheduleStream, scheduleId, scheduleFailed(pinId)),
      happened(pinStream, pinId, edited('Red door', '813744226420000003')),
      happened(pinStream, pinId, { type: 'PinDeleted', data: { deletedAt: at, removedFromPlatform: false } }),
      happened(scheduleStream, scheduleId, { type: 'ScheduleCanceled', data: { reason: 'pin_deleted', canceledAt: at } }),
    ];
    await fresh().react([created, ...facts], null);
    const sent = (await store.read('webhook_outbox-w')).map(({ data }) => (data as { data: object }).data);
    expect(sent.slice(1)).toMatchObject([
      { title: 'Green door', board_id: '813744226420000002', status: 'failed', error_code: 'board_not_found' },
      { title: 'Red door', board_id: '813744226420000003', status: 'canceled', reason: 'pin_deleted' },
    ]);
  });

  it('tells of the quota whoever hears of the whole project, and no webhook that is limited to accounts', async () => {
    const { happened, requests, fresh } = setUpOutbox();
    const data = { plan: 'starter', month: '2026-01', thresholdPercent: 80, quotaLimit: 300, quotaUsed: 240, reachedAt: at };
    const limited = webhookCreated('limited', ['quota.threshold_reached']);
    await fresh().react(
      [
        happened(webhookStream, 'w', webhookCreated('w', ['quota.threshold_reached'])),
        happened(webhookStream, 'limited', { ...limited, data: { ...(limited.data as object), accountIds: ['account'] } }),
        happened(quotaStream, 'project-2026-01', { type: 'QuotaThresholdReached', data }),
      ],
      null,
    );
    expect(requests('w')).toEqual([[1, 'quota.threshold_reached', undefined]]);
    expect(requests('limited')).toEqual([]);
  });

  it('sends nothing of an older epoch of the project', async () => {
    const { happened, requests, fresh } = setUpOutbox();
    await fresh().react(
      [
        happened(webhookStream, 'w', webhookCreated('w', ['*'], 1), 1),
        happened(pinStream, 'old', queued('old'), 0),
        happened(pinStream, 'new', queued('new'), 1),
      ],
      null,
    );
    expect(requests('w')).toEqual([[1, 'pin.queued', 'new']]);
  });
});
