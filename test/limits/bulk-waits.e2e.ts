import { metricsText } from '@pps/runtime';
import { eventually } from '../setup/eventually';
import { newPersona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Answer } from '../setup/caller';

type Persona = Awaited<ReturnType<typeof newPersona>>;

let service: PlatformService;
afterEach(() => service.stop());

/** Two tenants of a service, and what keeps its read model of pins from moving. */
async function begin(settings: Readonly<Record<string, string>>) {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise', PLATFORM_TIMEOUT: '1m', ...settings });
  const [busy, other] = [await newPersona(service.call), await newPersona(service.call)];
  const list = ({ key }: Persona): Promise<Answer> => service.call('GET', '/v1/pins', undefined, key);
  // Both boards were looked up, and the read models have passed all that was written.
  for (const each of [busy, other]) {
    expect((await create(each)).status).toBe(201);
    expect((await list(each)).status).toBe(200);
  }
  return { busy, other, list };
}

const pinOf = ({ accountId, boardId }: Persona, n: number) => ({
  ...{ account_id: accountId, board_id: boardId, title: `Door ${n}` },
  image_url: `https://images.example.com/door-${n}.jpg`,
});

const create = (persona: Persona, n = 0): Promise<Answer> => service.call('POST', '/v1/pins', pinOf(persona, n), persona.key);

const batchOf = (persona: Persona, count: number): Promise<Answer> =>
  service.call('POST', '/v1/pins/batch', { pins: Array.from({ length: count }, (_, n) => pinOf(persona, n)) }, persona.key);

/** Holds the checkpoint of `pins`, as a projector that is busy with something slow. */
async function holdPins() {
  const tx = await service.parts.db.transaction();
  await tx.raw('set local idle_in_transaction_session_timeout = 0');
  await tx.raw(`select 1 from read_store.checkpoint where kind = 'projection' and name = 'pins' for update`);
  return () => tx.commit();
}

/** The API has noticed that `pins` does not move; its age is beyond what bulk work goes on with. */
const behind = () =>
  eventually('a read model that is behind', async () => {
    const [, seconds = 0] = /\nbulk_lag_seconds (\S+)/.exec(await metricsText()) ?? [];
    return Number(seconds) > 0.25 || undefined;
  });

const waiting = (count: number) =>
  eventually(`${count} bulk requests that wait`, async () => (await metricsText()).includes(`\nbulk_waiting ${count}\n`) || undefined);

it('lets batches and bulk changes of everybody wait for read models that are behind, while single pins and reads go on', async () => {
  const { busy, other, list } = await begin({ BULK_HELD: '5m' });
  const [{ id: created }] = (await list(busy)).body;
  const letGo = await holdPins();
  const answered: string[] = [];
  const note = (what: string) => (answer: Answer) => (answered.push(what), answer);
  let bulk: Promise<Answer>[];
  try {
    expect((await create(busy, 1)).status).toBe(201);
    await behind();
    bulk = [
      batchOf(busy, 60).then(note('batch')),
      service.call('POST', '/v1/pins/bulk-delete', { ids: [created] }, busy.key).then(note('bulk change')),
      batchOf(other, 1).then(note('batch')),
    ];
    await waiting(3);
    expect((await list(other)).status).toBe(200);
    expect((await create(busy, 2)).status).toBe(201);
    expect((await create(other, 2)).status).toBe(201);
    expect(answered).toEqual([]);
  } finally {
    await letGo();
  }
  const [batch, change, others] = await Promise.all(bulk);
  expect([batch?.status, batch?.body.created_count]).toEqual([200, 60]);
  expect([change?.status, change?.body.succeeded_count]).toEqual([200, 1]);
  expect([others?.status, others?.body.created_count]).toEqual([200, 1]);
  expect((await service.call('GET', '/v1/pins?limit=1', undefined, busy.key)).headers.get('x-total-count')).toBe('62');
  await waiting(0);
});

it('refuses a batch that would wait too long with 503, and has done nothing of it', async () => {
  const { busy, list } = await begin({ BULK_HELD: '5m', BULK_WAIT: '1s' });
  const letGo = await holdPins();
  try {
    expect((await create(busy, 1)).status).toBe(201);
    await behind();
    const refused = await batchOf(busy, 3);
    expect([refused.status, refused.body.error.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      503,
      'service_unavailable',
      true,
    ]);
  } finally {
    await letGo();
  }
  expect((await list(busy)).body).toHaveLength(2);
  expect(Number((await service.call('GET', '/v1/billing/status', undefined, busy.key)).body.quota_used)).toBe(2);
});

it('accepts batches while a read model stands still', async () => {
  const { busy } = await begin({ BULK_HELD: '200ms' });
  const letGo = await holdPins();
  try {
    expect((await create(busy, 1)).status).toBe(201);
    for (const size of [30, 60, 1]) expect((await batchOf(busy, size)).body.created_count).toBe(size);
  } finally {
    await letGo();
  }
});
