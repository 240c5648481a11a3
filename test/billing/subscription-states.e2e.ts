import { setSubscription, type Plan } from '@pps/billing';
import { billingStream, type BillingStatus } from '@pps/billing/events';
import { projectStream } from '@pps/workspaces/events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader, type Uploader } from '../assets/uploader';
import type { Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';

const [hourMs, graceMs, patienceMs] = [3_600_000, 7 * 24 * 3_600_000, 120_000];

/** The table of docs/plans.md: its columns, and of each state the answers. */
const page = readFileSync(join(__dirname, '../../docs/plans.md'), 'utf8').split('\n');
const head = page.findIndex((line) => line.startsWith('|') && line.includes('`POST /v1/pins`'));
const table = page.slice(head, page.indexOf('', head)).map(cellsOf);
const [columns = [], , ...rows] = table;

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

/** The API's clock is behind, so that the background, which has the real time to publish in, finds what is due by then. */
let aheadMs = -hourMs;
let service: BackgroundService;
let payload: Buffer;
/** When the schedules of all are due. */
const dueAt = new Date();
const subscribers = new Map<string, Subscriber>();

interface Subscriber {
  readonly user: Uploader;
  readonly plan: Plan;
  readonly assetId: string;
  readonly scheduleId: string;
  readonly importId: string;
}

beforeAll(async () => {
  const clock = () => new Date(Date.now() + aheadMs);
  service = await startBackgroundService({ DEFAULT_PLAN: 'growth' }, { clock, isHeldBack: true });
  payload = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#00aaff' } })
    .png()
    .toBuffer();
  for (const [state = ''] of rows) subscribers.set(state, await subscribe(state));
});
afterAll(() => service.stop());

/** Somebody who has accepted work while the plan was paid for, and is in this state now. */
async function subscribe(state: string): Promise<Subscriber> {
  const user = await newUploader(service, `states-${subscribers.size}`);
  const [name = '', said = name] = state.startsWith('Playground') ? ['playground', state.split(', ')[1]] : [state.split(' ')[0]];
  const plan: Plan = name === 'playground' ? name : 'growth';
  const { body: asset } = await user.upload('images', payload);
  const scheduleId = await scheduleFor(user, dueAt);
  const { body: accepted } = await user.post('/v1/pins/imports/json', [linked(user)]);
  const sinceMs = dueAt.getTime() - graceMs + (state.includes('less than') ? hourMs / 2 : 0);
  await standAt(user, plan, said as BillingStatus, new Date(sinceMs));
  return { user, plan, assetId: asset.id, scheduleId, importId: accepted.id };
}

const linked = (user: Uploader) => user.draft({ image_url: 'https://images.example.com/door.jpg' });

async function scheduleFor(user: Uploader, runAt: Date): Promise<string> {
  const { body } = await user.post('/v1/schedules', { ...linked(user), run_at: runAt.toISOString() });
  return body.id;
}

async function standAt(user: Uploader, plan: Plan, status: BillingStatus, at: Date): Promise<void> {
  const { workspace_id: projectId } = (await user.get('/v1/platform/accounts')).body[0];
  const { organizationId } = (await service.parts.streams.load(projectStream, projectId)).state as { organizationId: string };
  const origin = { organizationId, projectId, actor: { type: 'system' as const }, occurredAt: at.toISOString() };
  await service.parts.streams.decide(billingStream, organizationId, origin, (state) =>
    setSubscription({ plan, status, at: at.toISOString() }, state),
  );
}

const subscriber = (state: string): Subscriber => {
  const found = subscribers.get(state);
  if (!found) throw new Error(`nobody is ${state}`);
  return found;
};

/** `yes`, or the code of a refusal, which names the plan and where to buy another. */
function verdictOf({ status, body }: Answer, plan: Plan): string {
  if (status < 300) return 'yes';
  expect(body.error).toMatchObject({ plan, upgrade_url: expect.stringContaining('/billing') });
  expect(status).toBe(body.error.code === 'billing_inactive' ? 402 : 403);
  return body.error.code;
}

const scheduleEnded = ({ user }: Subscriber, id: string): Promise<Answer['body']> =>
  eventually(
    `the end of schedule ${id}`,
    async () => {
      const { body } = await user.get(`/v1/schedules/${id}`);
      return body.status === 'done' || body.status === 'failed' ? body : undefined;
    },
    patienceMs,
  );

const importEnded = ({ user, importId }: Subscriber): Promise<Answer['body']> =>
  eventually(
    `the end of import ${importId}`,
    async () => {
      const { body } = await user.get(`/v1/pins/imports/${importId}`);
      return body.status === 'queued' || body.status === 'processing' ? undefined : body;
    },
    patienceMs,
  );

const columnsOfWork: Readonly<Record<string, (of: Subscriber) => Promise<string>>> = {
  'POST /v1/pins': async ({ user, plan }) => verdictOf(await user.post('/v1/pins', linked(user)), plan),
  'the same with an uploaded file': async ({ user, plan, assetId }) =>
    verdictOf(await user.post('/v1/pins', user.draft({ asset_id: assetId })), plan),
  'POST /v1/pins/batch': async ({ user, plan }) => verdictOf(await user.post('/v1/pins/batch', { pins: [linked(user)] }), plan),
  'POST /v1/schedules': async ({ user, plan }) => {
    const runAt = new Date(dueAt.getTime() + 48 * hourMs).toISOString();
    return verdictOf(await user.post('/v1/schedules', { ...linked(user), run_at: runAt }), plan);
  },
  'POST /v1/pins/imports': async ({ user, plan }) => verdictOf(await user.post('/v1/pins/imports/json', [linked(user)]), plan),
  'POST /v1/assets/…': async ({ user, plan }) => verdictOf(await user.upload('images', payload), plan),
  'a schedule becomes due': async (of) => {
    const { status, error_code: error } = await scheduleEnded(of, of.scheduleId);
    return status === 'done' ? 'yes' : error;
  },
  'a row of an import': async (of) => {
    const [row] = (await importEnded(of)).results;
    return row.status === 'created' ? 'yes' : row.error_code;
  },
};

const later = ['a schedule becomes due', 'a row of an import'];

it('the table has the eight states and all that depends on them', () => {
  expect([rows.length, columns.slice(1).toSorted()]).toEqual([8, Object.keys(columnsOfWork).toSorted()]);
});

it.each(rows.map(([state = '', ...cells]) => [state, cells] as const))('%s is answered as the table says', async (state, cells) => {
  const said: string[] = [];
  for (const column of columns.slice(1))
    said.push(later.includes(column) ? '' : ((await columnsOfWork[column]?.(subscriber(state))) ?? ''));
  expect(said).toEqual(cells.map((cell, n) => (later.includes(columns[n + 1] ?? '') ? '' : cell)));
});

it('what was accepted before comes out as the table says, an hour later', async () => {
  aheadMs = 0;
  await service.begin();
  const said = await Promise.all(
    [...subscribers].map(async ([state, of]) => [state, ...(await Promise.all(later.map((column) => columnsOfWork[column]?.(of))))]),
  );
  expect(said).toEqual(rows.map(([state, ...cells]) => [state, ...later.map((column) => cells[columns.indexOf(column) - 1])]));
});
