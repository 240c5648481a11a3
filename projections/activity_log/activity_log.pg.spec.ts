import { subscriptionSamples } from '@pps/billing/testing';
import type { RecordedFact } from '@pps/event-store';
import { recordedFact } from '@pps/event-store/testing';
import { newId, type Fact } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { fedProjection, type FedProjection } from '@pps/read-store/testing';
import { rowsRead } from '../../test/setup/rows-read';
import { readActivityPage, type ActivityLogQuestion } from './activity-log.query';
import { activityLogProjection } from './activity_log.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(activityLogProjection)));
afterAll(() => fed.stop());

const dayMs = 86_400_000;
const begin = new Date('2026-01-05T09:00:00.000Z');
const daysLater = (days: number) => new Date(begin.getTime() + days * dayMs);
let position = 0n;

/** A workspace of its own, and facts of it. */
function workspace() {
  const [organizationId, projectId] = [newId(), newId()];
  const fact = (stream: string, { type, data }: Fact, at = begin, metadata: Partial<RecordedFact['metadata']> = {}): RecordedFact =>
    recordedFact({
      ...{ stream, type, data, position: position++, recordedAt: at },
      metadata: {
        ...{ organizationId, projectId, epoch: 0, actor: { type: 'user', id: newId() } },
        ...{ occurredAt: at.toISOString(), schemaVersion: 1 },
        ...metadata,
      },
    });
  const ask = (question: Partial<ActivityLogQuestion> = {}) =>
    readActivityPage(fed.db, {
      ...{ organizationId, projectId, epoch: 0, accountIds: null, before: null, limit: 200, now: daysLater(1), retentionDays: 7 },
      ...question,
    });
  const actionsOf = async (question: Partial<ActivityLogQuestion> = {}) => (await ask(question)).map(({ action }) => action);
  return { organizationId, projectId, fact, ask, actionsOf };
}

type Workspace = ReturnType<typeof workspace>;

function pin({ organizationId, projectId, fact }: Workspace, accountId = newId(), at = begin) {
  const pinId = newId();
  const publishing = { actor: { type: 'system', id: 'publishing' } } as const;
  const failed: Fact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'Not one.', failedAt: at.toISOString() } };
  const stream = `pin-${pinId}`;
  return {
    ...{ pinId, accountId, stream },
    queued: fact(stream, pinQueued({ pinId, organizationId, projectId, accountId, epoch: 0 }), at),
    failed: fact(stream, failed, at, publishing),
  };
}

it('tells what happened, newest first, the same when facts come twice or one by one', async () => {
  const of = workspace();
  const { queued, failed, pinId } = pin(of);
  await fed.feed([queued]);
  await fed.feed([queued, failed]);
  await fed.feed([queued, failed]);
  const [second, first, ...others] = await of.ask();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ action: 'pin.created', category: 'publishing', status: 'queued', actor_type: 'user', resource_id: pinId });
  expect(second).toMatchObject({
    ...{ action: 'pin.failed', status: 'failed', message: 'The pin was not published (invalid_image).', resource_type: 'pin' },
    ...{ actor_type: 'worker', metadata: { error_code: 'invalid_image' }, retention_days: 7 },
  });
});

it('narrows by everything that it may be asked for, and goes on where a page ended', async () => {
  const of = workspace();
  const keyId = newId();
  const userId = newId();
  const { projectId, organizationId } = of;
  const grants = {
    keyId,
    projectId,
    organizationId,
    userId,
    epoch: 0,
    name: 'deploy',
    prefix: 'pps_live_a1B2',
    scopes: ['write'],
    accountIds: null,
  };
  const made = of.fact(`apikey-${keyId}`, { type: 'ApiKeyCreated', data: { ...grants, createdAt: begin.toISOString() } });
  const byKey = pin(of, newId(), new Date(begin.getTime() + 1));
  const queued = { ...byKey.queued, metadata: { ...byKey.queued.metadata, actor: { type: 'api_key', id: keyId } as const } };
  await fed.feed([made, queued, byKey.failed]);
  expect(await of.actionsOf({ category: 'security' })).toEqual(['api_key.created']);
  expect(await of.actionsOf({ action: 'pin.failed' })).toEqual(['pin.failed']);
  expect(await of.actionsOf({ action: 'pin.failed', category: 'security' })).toEqual([]);
  expect(await of.actionsOf({ status: 'queued' })).toEqual(['pin.created']);
  expect(await of.actionsOf({ resourceType: 'api_key' })).toEqual(['api_key.created']);
  expect(await of.actionsOf({ resourceId: byKey.pinId })).toEqual(['pin.failed', 'pin.created']);
  expect(await of.actionsOf({ actor: keyId })).toEqual(['pin.created']);
  expect(await of.actionsOf({ actor: userId })).toEqual(['pin.created']);
  expect(await of.actionsOf({ actor: 'worker' })).toEqual(['pin.failed']);
  expect(await of.actionsOf({ since: byKey.queued.recordedAt.toISOString() })).toEqual(['pin.failed', 'pin.created']);
  expect(await of.actionsOf({ until: byKey.queued.recordedAt.toISOString() })).toEqual(['api_key.created']);
  const [newest, next] = await of.ask({ limit: 1 });
  expect([newest?.action, next?.action]).toEqual(['pin.failed', 'pin.created']);
  const before = { createdAt: newest!.created_at, position: newest!.position };
  expect(await of.actionsOf({ before })).toEqual(['pin.created', 'api_key.created']);
  expect(JSON.stringify(await of.ask())).not.toContain('deploy');
});

it('shows a key that is limited to accounts what concerns those, and nothing of others or of the organization', async () => {
  const of = workspace();
  const [mine, other] = [pin(of), pin(of)];
  const moved: Fact = {
    type: 'PinRetryRequested',
    data: { accountId: other.accountId, boardId: '1', fingerprint: 'f', requestedAt: begin.toISOString() },
  };
  const plan = of.fact(`billing-${of.organizationId}`, subscriptionSamples[0]!);
  await fed.feed([plan, mine.queued, other.queued]);
  await fed.feed([mine.failed]);
  expect(await of.actionsOf({ accountIds: [mine.accountId] })).toEqual(['pin.failed', 'pin.created']);
  expect(await of.actionsOf({ accountIds: [mine.accountId, other.accountId] })).toEqual(['pin.created', 'pin.failed', 'pin.created']);
  expect(await of.actionsOf({ accountIds: [newId()] })).toEqual([]);
  expect(await of.actionsOf({ accountIds: [] })).toEqual([]);
  await fed.feed([of.fact(mine.stream, moved), { ...mine.failed, id: newId(), position: position++ }]);
  expect(await of.actionsOf({ accountIds: [other.accountId] })).toEqual(['pin.failed', 'pin.retried', 'pin.created']);
  expect(await of.actionsOf()).toContain('plan.started');
});

it("keeps an entry for the plan's days, and for those of a better plan since", async () => {
  const of = workspace();
  const plan = (name: string, at: Date): RecordedFact =>
    of.fact(`billing-${of.organizationId}`, { type: 'PlanChanged', data: { plan: name, changedAt: at.toISOString() } }, at);
  const early = pin(of);
  await fed.feed([early.queued]);
  expect(await of.actionsOf({ now: daysLater(6.9) })).toEqual(['pin.created']);
  expect(await of.actionsOf({ now: daysLater(7) })).toEqual([]);
  expect(await of.actionsOf({ now: daysLater(29), retentionDays: 30 })).toEqual(['pin.created']);
  await fed.feed([plan('starter', daysLater(5))]);
  const late = pin(of, newId(), daysLater(8));
  await fed.feed([late.queued]);
  expect(await of.ask({ now: daysLater(9) })).toMatchObject([
    { resource_id: late.pinId, retention_days: 30 },
    { action: 'plan.changed', retention_days: 30 },
    { resource_id: early.pinId, retention_days: 30 },
  ]);
  await fed.feed([plan('playground', daysLater(31))]);
  const left = (await fed.db('read.activity_log').where({ organization_id: of.organizationId }).orderBy('position')) as {
    resource_id: string;
  }[];
  expect(left.map((row) => row.resource_id)).not.toContain(early.pinId);
  expect(left).toHaveLength(3);
});

it('keeps an entry on Enterprise for the days that were agreed, whichever of plan and days was set first', async () => {
  const of = workspace();
  const billing = (fact: Fact, at = begin): RecordedFact => of.fact(`billing-${of.organizationId}`, fact, at);
  const agreed = (limits: object): Fact => ({ type: 'OwnLimitsSet', data: { limits, setAt: begin.toISOString() } });
  const changed = (plan: string): Fact => ({ type: 'PlanChanged', data: { plan, changedAt: begin.toISOString() } });
  await fed.feed([billing(changed('enterprise')), billing(agreed({ activityLogRetentionDays: 3_650 })), pin(of).queued]);
  await fed.feed([billing(changed('starter')), pin(of).queued]);
  await fed.feed([billing(changed('enterprise')), pin(of).queued]);
  await fed.feed([billing(agreed({ webhooksLimit: 300 })), pin(of).queued]);
  const entries = (await of.ask({ retentionDays: 3_650 })).toReversed();
  expect(entries.map(({ action, retention_days }) => `${action} ${retention_days}`)).toEqual([
    ...['plan.changed 1095', 'plan.limits_set 3650', 'pin.created 3650'],
    ...['plan.changed 30', 'pin.created 30'],
    ...['plan.changed 3650', 'pin.created 3650'],
    ...['plan.limits_set 1095', 'pin.created 1095'],
  ]);
});

it('tells in words what concerns the payment and the quota, and shows them to nobody who may see some accounts only', async () => {
  const of = workspace();
  const reached = { plan: 'growth', month: '2026-01', thresholdPercent: 80, quotaLimit: 1_000, quotaUsed: 800 };
  const threshold: Fact = { type: 'QuotaThresholdReached', data: { ...reached, reachedAt: begin.toISOString() } };
  const told = ['OwnLimitsSet', 'DuplicateSubscriptionFound', 'PaymentNoted'];
  const samples = subscriptionSamples.filter(({ type }) => told.includes(type));
  await fed.feed([
    ...samples.map((sample) => of.fact(`billing-${of.organizationId}`, sample)),
    of.fact(`quota-${of.projectId}-2026-01`, threshold),
  ]);
  expect((await of.ask()).map(({ action, category, message }) => [action, category, message]).toReversed()).toEqual([
    ['plan.limits_set', 'billing', 'The limits agreed for Enterprise are now: 250,000 pins a month, 300 webhooks.'],
    ['billing.duplicate_found', 'billing', 'A second subscription (Starter) was found; it is canceled, so that nobody pays for two.'],
    ['payment.disputed', 'billing', 'A payment is disputed.'],
    ['quota.threshold_reached', 'billing', '80 % of the pins of 2026-01 are used: 800 of 1,000.'],
  ]);
  expect(await of.actionsOf({ accountIds: [newId()] })).toEqual([]);
});

it('shows no entry of an older epoch of a sandbox, and removes them', async () => {
  const of = workspace();
  const { queued, failed } = pin(of);
  await fed.feed([
    queued,
    failed,
    of.fact(`project-${of.projectId}`, { type: 'SandboxReset', data: { epoch: 1, resetAt: begin.toISOString() } }),
  ]);
  expect(await of.actionsOf({ epoch: 1 })).toEqual(['project.reset']);
  await fed.removeBehind();
  expect(await fed.db('read.activity_log').where({ scope_id: of.projectId })).toHaveLength(1);
});

it('leaves out what names no organization or project, and takes facts without ids that are uuids', async () => {
  const of = workspace();
  const { queued } = pin(of);
  const { actor, occurredAt, schemaVersion } = queued.metadata;
  const strange = of.fact('webhook-nobody', { type: 'WebhookEnabled', data: { at: begin.toISOString() } }, begin, {
    actor: { type: 'api_key', id: 'k' },
  });
  await fed.feed([{ ...queued, metadata: { actor, occurredAt, schemaVersion } }, strange]);
  expect(await of.ask()).toMatchObject([{ action: 'webhook.enabled', actor_id: 'k', actor_user_id: null }]);
});

it('takes what older releases recorded of a fired schedule for what the service did', async () => {
  const of = workspace();
  const { queued } = pin(of);
  await fed.feed([{ ...queued, metadata: { ...queued.metadata, actor: { type: 'user', id: 'schedules' } } }]);
  expect(await of.ask()).toMatchObject([{ action: 'pin.created', actor_type: 'system', actor_id: 'schedules', actor_user_id: null }]);
});

describe('of twenty thousand entries', () => {
  const of = workspace();
  const accountId = newId();
  const rare = pin(of, accountId);

  beforeAll(async () => {
    await fed.feed([
      rare.queued,
      rare.failed,
      of.fact(`project-${of.projectId}`, { type: 'ProjectCreated', data: { environment: 'production' } }),
    ]);
    for (const portion of [0, 1, 2, 3]) {
      await fed.db.raw(
        `insert into read.activity_log
         select (jsonb_populate_record(one, jsonb_build_object('position', 1000000 + n, 'id', gen_random_uuid(), 'account_id', gen_random_uuid(),
           'resource_id', gen_random_uuid(), 'created_at', one.created_at + n * interval '1 ms'))).*
         from read.activity_log one, generate_series(:portion * 5000 + 1, :portion * 5000 + 5000) n where one.id = :id`,
        { id: rare.queued.id, portion },
      );
    }
    await fed.db.raw('analyze projection.activity_log_v4');
  });

  it.each<[string, Partial<ActivityLogQuestion>]>([
    ['the newest', {}],
    ['those of a category', { category: 'configuration' }],
    ['those of a rare action', { action: 'project.created' }],
    ['failures', { status: 'failed' }],
    ['those of a resource', { resourceId: rare.pinId }],
    ['those of a time', { since: begin.toISOString(), until: new Date(begin.getTime() + 1_000).toISOString() }],
    ['those of an account', { accountIds: [accountId] }],
  ])('a page of %s reads no more than about a page', async (_, question) => {
    expect((await rowsRead(fed.db, () => of.ask({ limit: 50, ...question }))).rows).toBeLessThan(400);
  });
});
