import { newId } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportHistory } from '../../apps/pinctl/export-history';
import { replayHistory } from '../../apps/pinctl/replay-history';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { seededRandom } from '@pps/kernel/testing';
import { newImporter, type Importer } from '../imports/importer';
import { bearer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { newPersona } from '../setup/persona';
import { withoutDeferredAttempts } from '../setup/without-deferred-attempts';
import { startReceiver } from '../webhooks/receiver';
import { seedWorkspace, type SeededWorkspace } from './seeded/seed-workspace';

let service: BackgroundService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'growth' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  await service.stop();
});

/** Somebody's production and sandbox. */
async function newWorkspaces(): Promise<SeededWorkspace[]> {
  const { call } = service;
  const { session, accountId, boardId } = await newPersona(call);
  const { body } = await call('POST', '/v1/projects/sandbox', undefined, session);
  const [production, sandbox] = body.projects;
  return [
    { projectId: production.id, session, accountId, boardId, isSandbox: false },
    { projectId: sandbox.id, ...(await enterSandbox(sandbox.id, session)), isSandbox: true },
  ];
}

async function enterSandbox(project_id: string, session: Importer['session']) {
  const { call } = service;
  const switched = await call('POST', '/v1/projects/switch', { project_id }, session);
  const headers = bearer(switched.body.access_token);
  const [account] = (await call('GET', '/v1/platform/accounts', undefined, headers)).body;
  const boards = await call('GET', `/v1/platform/boards?account_id=${account.id}`, undefined, headers);
  return { session: headers, accountId: account.id, boardId: boards.body[0].id };
}

/** Pins, imports, schedules that are due, and deliveries that something is still to happen to. */
async function countUnfinished(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(`
    select ((select count(*) from read.pins where status in ('queued', 'deferred', 'publishing'))
      + (select count(*) from read.import_job where ended_at is null)
      + (select count(*) from read.schedules where status in ('scheduled', 'queued', 'running') and run_at < now() + interval '1 minute')
      + (select count(*) from read.webhook_delivery join read.webhook_delivery_target target using (webhook_id)
         where status = 'pending' and target.is_enabled and not target.is_deleted))::int as count`);
  return rows[0]?.count ?? 0;
}

/** Has a schedule fire in a moment; on a slow machine the moment is over when the request arrives, and another one is chosen. */
const hasten = (of: Importer, scheduleId: string) =>
  eventually(`a new time of ${scheduleId}`, async () => {
    const run_at = new Date(Date.now() + 2_000).toISOString();
    const { status } = await service.call('PATCH', `/v1/schedules/${scheduleId}`, { run_at }, of.key);
    return status === 200 ? true : undefined;
  });

test('the timeline of a pin tells its import, its schedule, its unit of quota, its publishing and who heard of it', async () => {
  const ivy = await newImporter(service);
  await ivy.post('/v1/webhooks', { url: receiver.url, events: ['pin.published', 'schedule.fired'] });
  const later = ivy.row('Scheduled door', { run_at: '2099-01-01T10:00:00Z' });
  const { body: accepted } = await ivy.sendJson([ivy.row('Another door'), later]);
  const [, { schedule_id }] = (await ivy.ended(accepted.id)).results;
  await hasten(ivy, schedule_id);
  const pinId = await eventually('the pin', async () => (await ivy.get(`/v1/schedules/${schedule_id}`)).body.pin_id ?? undefined);
  const timeline = async (headers = ivy.key) => (await ivy.get(`/v1/pins/${pinId}/timeline`, headers)).body.items;
  const items: { type: string; status: string; message: string; actor: string; position: string }[] = await eventually(
    'both deliveries and the end of the schedule',
    async () => {
      const told = await timeline();
      const ends = told.filter(({ type }: { type: string }) => type === 'WebhookDelivered' || type === 'ScheduleCompleted');
      return ends.length === 3 ? told : undefined;
    },
  );
  const steps = withoutDeferredAttempts(items)
    .filter(({ type }) => type !== 'ScheduleEdited')
    .map(({ type, status }) => `${type} ${status}`);
  expect(steps.filter((step) => !/^(Webhook|ScheduleCompleted)/.test(step))).toEqual([
    'ImportAccepted importing',
    'ScheduleCreated scheduled',
    'ImportRowsProcessed imported',
    expect.stringMatching(/^(QuotaConsumed consumed|ScheduleFired fired)$/),
    expect.stringMatching(/^(QuotaConsumed consumed|ScheduleFired fired)$/),
    'PinQueued queued',
    'PinPublishAttemptStarted publishing',
    'PinPublished published',
  ]);
  expect(steps).toEqual(expect.arrayContaining(['QuotaConsumed consumed', 'ScheduleFired fired', 'ScheduleCompleted done']));
  expect(steps.filter((step) => step === 'WebhookDeliveryRequested pending')).toHaveLength(2);
  expect(items.find(({ type }) => type === 'ImportRowsProcessed')?.message).toBe('Row 2 of the file became the schedule.');
  const positions = items.map(({ position }) => BigInt(position));
  expect(positions).toEqual([...positions].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
  const limited = await timeline(await ivy.keyWith({ platform_account_ids: [ivy.accountId] }));
  expect(limited).toEqual(items.filter(({ type }) => !type.startsWith('Webhook')));
});

/** Somebody writes over the activity, invents a part of it and deletes a session: each row is named, and nothing else. */
async function expectTamperingFound(db: Database, organizationId: string, folder: string): Promise<void> {
  const [entry] = await db('read.activity_log').where({ scope_id: organizationId }).orderBy('position').limit(1);
  const [session] = await db('read.sessions').where({ organization_id: organizationId }).limit(1);
  await db('read.activity_log').where({ position: entry.position }).update({ message: 'Nothing happened.' });
  await db('read.activity_log').insert({ ...entry, metadata: {}, position: '9000000000', id: newId() });
  await db('read.sessions').where({ session_id: session.session_id }).delete();
  const { differences, notCompared } = await replayHistory(db, organizationId, folder, true);
  const named = differences.map(({ table, row, live, replayed }) => [table, row, live !== null, replayed !== null]);
  expect(named.sort()).toEqual(
    [
      ['activity_log', entry.position, true, true],
      ['activity_log', '9000000000', true, false],
      ['sessions', session.session_id, false, true],
    ].sort(),
  );
  expect(Object.keys(notCompared)).toContain('everything of its projects');
}

/** Each has two workspaces, a production and a sandbox; `PEOPLE=5` makes ten. */
const people = Number(process.env.PEOPLE ?? 2);
const seed = Number(process.env.SEED ?? 20261123);

test('the exported history of each workspace that chance made gives its read models, byte for byte', async () => {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'seeded-'));
  const { call, url, parts } = service;
  const seeding = { call, url, receiverUrl: receiver.url, random, steps: 10 };
  try {
    const workspaces: SeededWorkspace[] = [];
    for (let person = 0; person < people; person++) workspaces.push(...(await newWorkspaces()));
    for (const [index, workspace] of workspaces.entries()) {
      await seedWorkspace(workspace, seeding);
      if (index % 4 !== 1) continue;
      const reset = await call('POST', '/v1/projects/sandbox/reset', undefined, workspace.session);
      expect(reset.status).toBe(200);
      await seedWorkspace({ ...workspace, ...(await enterSandbox(workspace.projectId, workspace.session)) }, seeding);
    }
    await eventually('rest', async () => ((await countUnfinished(parts.db)) === 0 ? true : undefined), 300_000);
    const rows: Record<string, number> = {};
    const organizations: string[] = await parts
      .db('read.workspace')
      .distinct()
      .pluck('organization_id')
      .whereIn(
        'project_id',
        workspaces.map(({ projectId }) => projectId),
      );
    expect(organizations).toHaveLength(people);
    for (const treeId of [...workspaces.map(({ projectId }) => projectId), ...organizations]) {
      let last: object = {};
      // What is under way when the export is written is not in it, so that it is asked again when that has come to rest.
      const equal = await eventually(`seed ${seed}: the read models of ${treeId} as the history says`, async () => {
        await exportHistory(parts, treeId, folder);
        const report = await replayHistory(parts.db, treeId, folder, true);
        last = report.differences;
        return report.differences.length === 0 ? report : undefined;
      }).catch((error: Error) => {
        throw new Error(`${error.message}: ${JSON.stringify(last)}`);
      });
      for (const [table, count] of Object.entries(equal.rows)) rows[table] = (rows[table] ?? 0) + count;
    }
    const filled = Object.keys(rows).filter((table) => (rows[table] ?? 0) > 0);
    expect(filled).toEqual(
      expect.arrayContaining([
        'account',
        'account_days',
        'activity_log',
        'api_keys',
        'assets',
        'import_job',
        'pins',
        'quota_ledger',
        'schedule_queue',
        'schedules',
        'sessions',
        'webhook',
        'webhook_delivery',
      ]),
    );
    const [organizationId = ''] = organizations;
    await exportHistory(parts, organizationId, folder);
    await expectTamperingFound(parts.db, organizationId, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
