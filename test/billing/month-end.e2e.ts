import { QuotaCounter } from '@pps/billing';
import type { QuotaEntry } from '@pps/billing/events';
import { derivedId, newId } from '@pps/kernel';
import { failWaiting, pinQueued } from '@pps/pins/testing';
import { pinStream, type PinFact, type PinState } from '@pps/pins/events';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { eventually } from '../setup/eventually';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newKey } from '../setup/account';
import { newQuotaWorkspace, sumOf, type QuotaWorkspace } from './quota-workspace';

let service: PlatformService;
let stop = async () => undefined as unknown;
let workspace: QuotaWorkspace;
/** Stands still until a test moves it: the sweep takes back what is older than 2 s, however slow the machine is. */
let now = new Date();
const clock = () => now;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground', QUOTA_SWEEP_AFTER: '2s', WEBHOOK_TARGETS: 'any' }, clock);
  const { configuration: config, logger } = service.parts;
  const orchestrator = await startOrchestrator({ config, logger }, clock, service.openLog);
  stop = () => orchestrator.stop();
});
beforeEach(async () => {
  now = new Date();
  workspace = await newQuotaWorkspace(service.call);
});
afterAll(async () => {
  await stop();
  await service.stop();
});

/** The next end of a month, and moments before and after it. */
function monthEnd() {
  const today = new Date();
  const at = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
  const moment = (ms: number) => new Date(at + ms);
  return { moment, old: moment(-1).toISOString().slice(0, 7), next: moment(0).toISOString().slice(0, 7) };
}

const later = (ms: number) => void (now = new Date(now.getTime() + ms));

const systemActor = { type: 'system' as const };
const originAt = (at: Date) => {
  const { projectId, organizationId } = workspace;
  return { organizationId, projectId, epoch: 0, actor: systemActor, occurredAt: at.toISOString() };
};

async function reserve(pinId: string, at: Date, fields: Pick<QuotaEntry, 'source' | 'accountId' | 'scheduleId'>): Promise<QuotaEntry> {
  const entry = { entryId: newId(), pinId, units: 1, at: at.toISOString(), actor: systemActor, ...fields };
  const [month, { projectId }] = [entry.at.slice(0, 7), workspace];
  await new QuotaCounter(service.parts.streams).reserve({
    projectId,
    epoch: 0,
    month,
    plan: 'playground',
    limit: 50,
    entry,
    origin: originAt(at),
  });
  return entry;
}

/** Reserves a unit as a request does that dies, or is frozen, before it queues its pin. */
async function reserveWithoutPin(key: string, at: Date): Promise<string> {
  return (await reserve(derivedId('pin', workspace.projectId, 0, key), at, { source: 'api' })).pinId;
}

/** A pin as a schedule leaves it that has fired. */
async function firedPin(at: Date): Promise<{ readonly pinId: string; readonly scheduleId: string }> {
  const { projectId, organizationId, accountId } = workspace;
  const [pinId, scheduleId, source] = [newId(), newId(), 'schedule' as const];
  const { entryId } = await reserve(pinId, at, { source, accountId, scheduleId });
  const boardId = workspace.draft()['board_id'] as string;
  const of = { projectId, organizationId, accountId, boardId, source, scheduleId, entryId, month: at.toISOString().slice(0, 7) };
  await appendToPin(pinId, () => [pinQueued({ pinId, ...of, queuedAt: at.toISOString() })]);
  return { pinId, scheduleId };
}

async function appendToPin(pinId: string, decide: (state: PinState) => readonly PinFact[]): Promise<void> {
  await service.parts.streams.decide(pinStream, pinId, originAt(clock()), decide);
}

const fail = (pinId: string) =>
  appendToPin(pinId, (state) => failWaiting({ errorCode: 'board_not_found', message: 'gone', at: clock().toISOString() }, state));

const releasedIn = (month: string, count: number) =>
  eventually(`${count} units given back in ${month}`, async () => {
    const released = (await workspace.ledger(month)).filter(({ kind }) => kind === 'released');
    return released.length === count ? released : undefined;
  });

it("belongs to the month of the creation: a retry after the month's end finds the pin and costs nothing", async () => {
  const { moment, old, next } = monthEnd();
  const { call, draft, used, ledger } = workspace;
  now = moment(-100);
  const first = await call('POST', '/v1/pins', draft({ idempotency_key: 'month-end' }));
  expect([first.status, first.headers.get('x-service-quota-used')]).toEqual([201, '1']);
  now = moment(100);
  const repeat = await call('POST', '/v1/pins', draft({ idempotency_key: 'month-end' }));
  expect([repeat.status, repeat.body.id, repeat.headers.get('idempotent-replayed')]).toEqual([201, first.body.id, 'true']);
  expect(repeat.headers.get('x-service-quota-used')).toBe('0');
  expect(await used()).toBe(0);
  expect([sumOf(await ledger(old)), sumOf(await ledger(next))]).toEqual([1, 0]);
  const status = (await call('GET', '/v1/billing/status')).body;
  expect(status.quota_reset_at > moment(0).toISOString()).toBe(true);
});

it("gives a unit whose pin never came back to its own month, also after the end of the month and beside the retry's unit", async () => {
  const { moment, old, next } = monthEnd();
  const { call, draft, used, ledger } = workspace;
  now = moment(-100);
  const pinId = await reserveWithoutPin('died', now);
  expect(await used()).toBe(1);
  now = moment(100);
  const retried = await call('POST', '/v1/pins', draft({ idempotency_key: 'died' }));
  expect([retried.status, retried.body.id, retried.headers.get('idempotent-replayed')]).toEqual([201, pinId, null]);
  now = moment(5_000);
  await eventually("the old month's unit given back", async () => (sumOf(await ledger(old)) === 0 ? true : undefined));
  expect((await ledger(old)).map(({ kind, pin_id, reason, balance }) => [kind, pin_id, reason, balance])).toEqual([
    ['released', pinId, 'pin_abandoned', 0],
    ['consumed', pinId, null, 1],
  ]);
  expect([sumOf(await ledger(next)), await used()]).toEqual([1, 1]);
  expect((await call('GET', `/v1/pins/${pinId}`)).body).toMatchObject({ id: pinId, title: 'Blue door' });
});

it('gives a unit back once, and leaves its key free', async () => {
  const { used, ledger } = workspace;
  const pinId = await reserveWithoutPin('late', now);
  later(10_000);
  await eventually('the unit given back', async () => ((await used()) === 0 ? true : undefined));
  const retried = await workspace.call('POST', '/v1/pins', workspace.draft({ idempotency_key: 'late' }));
  expect([retried.status, retried.body.id]).toEqual([201, pinId]);
  expect(sumOf(await ledger())).toBe(1);
  expect((await ledger()).map(({ kind }) => kind)).toEqual(['consumed', 'released', 'consumed']);
});

describe("a schedule's pin", () => {
  it('gives its unit back to the month of its firing when it fails, and takes one of the month of its retry', async () => {
    const { moment, old, next } = monthEnd();
    const { call, ledger } = workspace;
    now = moment(-60_000);
    const { pinId, scheduleId } = await firedPin(now);
    expect((await call('GET', `/v1/pins/${pinId}`)).body).toMatchObject({ status: 'queued', schedule_id: scheduleId });
    await fail(pinId);
    await releasedIn(old, 1);
    expect((await ledger(old))[0]).toMatchObject({
      ...{ kind: 'released', pin_id: pinId, schedule_id: scheduleId, source: 'schedule' },
      ...{ reason: 'scheduled_publish_failed', balance: 0 },
    });
    now = moment(1_000);
    const retried = await call('POST', `/v1/pins/${pinId}/retry`);
    expect([retried.status, retried.body.status, retried.headers.get('x-service-quota-used')]).toEqual([200, 'queued', '1']);
    now = moment(10_000);
    await fail(pinId);
    await releasedIn(next, 1);
    expect([sumOf(await ledger(old)), sumOf(await ledger(next))]).toEqual([0, 0]);
    expect((await ledger(next)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['released', 'scheduled_publish_failed'],
      ['consumed', null],
    ]);
  });

  it('keeps the unit of its retry, however often the sweep comes by, and gives it back when it is deleted', async () => {
    const { call, ledger, used } = workspace;
    const { pinId } = await firedPin(now);
    await fail(pinId);
    expect((await call('POST', `/v1/pins/${pinId}/retry`)).status).toBe(200);
    const swept = await reserveWithoutPin('never came', now);
    later(10_000);
    await eventually('the unit of a request that died given back', async () =>
      (await ledger()).some((item) => item.kind === 'released' && item.pin_id === swept) ? true : undefined,
    );
    expect(await used()).toBe(1);
    expect((await call('DELETE', `/v1/pins/${pinId}`)).status).toBe(204);
    await eventually('its unit given back', async () => ((await used()) === 0 ? true : undefined));
    expect((await ledger())[0]).toMatchObject({ kind: 'released', pin_id: pinId, reason: 'schedule_canceled', balance: 0 });
  });

  it('is not retried while the quota is used up, and stays as it was; its own unit is enough', async () => {
    const { call, draft, used } = workspace;
    const { pinId } = await firedPin(now);
    const pins = Array.from({ length: 49 }, () => draft());
    expect((await call('POST', '/v1/pins/batch', { pins })).body.created_count).toBe(49);
    await fail(pinId);
    expect((await call('POST', `/v1/pins/${pinId}/retry`)).status).toBe(200);
    await fail(pinId);
    await eventually('its unit given back', async () => ((await used()) === 49 ? true : undefined));
    expect((await call('POST', '/v1/pins', draft())).status).toBe(201);
    const failed = (await call('GET', `/v1/pins/${pinId}`)).body;
    const refused = await call('POST', `/v1/pins/${pinId}/retry`);
    expect([refused.status, refused.body.error.code]).toEqual([402, 'quota_exceeded']);
    expect(refused.headers.get('x-service-quota-remaining')).toBe('0');
    expect((await call('GET', `/v1/pins/${pinId}`)).body).toEqual(failed);
    expect(await used()).toBe(50);
  });
});

it('shows a key with a list of accounts only what was consumed for these', async () => {
  const { call, draft, session, accountId } = workspace;
  await call('POST', '/v1/pins', draft());
  const other = newId();
  await reserve(newId(), now, { source: 'api', accountId: other });
  const { headers } = await newKey(service.call, session, { platform_account_ids: [accountId] });
  const own = (await service.call('GET', '/v1/billing/quota-ledger', undefined, headers)).body;
  expect(own.items).toEqual([expect.objectContaining({ kind: 'consumed', source: 'api', balance: 1 })]);
  expect((await call('GET', '/v1/billing/quota-ledger')).body.items).toHaveLength(2);
});

it('tells of 80 and of 100 % once each by webhook and by mail', async () => {
  const { call, draft, session, projectId } = workspace;
  const webhook = { url: 'http://127.0.0.1:9/quota', events: ['quota.threshold_reached'] };
  const subscribed = await service.call('POST', '/v1/webhooks', webhook, session);
  expect(subscribed.status).toBe(201);
  const { id } = subscribed.body;
  const take = async (count: number) => {
    const pins = Array.from({ length: count }, () => draft());
    expect((await call('POST', '/v1/pins/batch', { pins })).body.created_count).toBe(count);
  };
  const told = (count: number) =>
    eventually(`${count} events for the webhook`, async () => {
      const requests = (await service.parts.store.read(`webhook_outbox-${id}`)) as readonly { readonly data: { readonly data: object } }[];
      return requests.length >= count ? requests.map(({ data }) => data.data) : undefined;
    });
  await take(39);
  await take(1);
  await take(10);
  const { quota_reset_at } = (await call('GET', '/v1/billing/status')).body;
  const month = new Date(Date.parse(quota_reset_at) - 1).toISOString().slice(0, 7);
  const ofPlan = { plan: 'playground', month, quota_limit: 50, quota_reset_at };
  expect(await told(2)).toEqual([
    { ...ofPlan, threshold_percent: 80, quota_used: 40 },
    { ...ofPlan, threshold_percent: 100, quota_used: 50 },
  ]);
  const userId = (await service.call('GET', '/v1/auth/me', undefined, session)).body.user.id;
  const mails = await eventually('the mails', async () => {
    const facts = (await service.parts.store.read(`user-${userId}`)).filter(({ type }) => type === 'AlertMailRequested');
    return facts.length >= 2 ? facts.map(({ data }) => data) : undefined;
  });
  expect(mails).toEqual(mails.map(() => expect.objectContaining({ alert: 'quota_threshold', projectId })));
});
