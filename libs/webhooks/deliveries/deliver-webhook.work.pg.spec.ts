import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Streams, LiveStates } from '@pps/event-store';
import { storeWith } from '@pps/event-store/testing';
import { holdWork, leasesMigrations } from '@pps/leases';
import { countPassedOver, migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { eventually } from '../../../test/setup/eventually';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { webhooksMigrations } from '../webhooks.migrations';
import { deliveryStream } from './delivery.stream';
import { deliverWebhook, findDueBatches, type DeliverWebhookDeps } from './deliver-webhook.work';
import { deliveringTask } from './offers.store';
import { offerClaims, offeredBatch } from './offered-batch.fixture';
import { requests, workerParts } from './worker-parts.fixture';

let db: Database;
let endpoint: Server;
let answer: (response: ServerResponse, n: number) => void;
let [calls, open, mostOpen] = [0, 0, 0];
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations, ...webhooksMigrations]);
  endpoint = createServer((request, response) => {
    mostOpen = Math.max(mostOpen, ++open);
    response.on('close', () => open--);
    request.resume().on('end', () => answer(response, ++calls));
  }).listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
});
afterAll(async () => {
  endpoint.close();
  await db.destroy();
});
beforeEach(() => {
  // A batch ends by the clock as well: here a machine that stands still ends none.
  jest.spyOn(performance, 'now').mockReturnValue(1);
  [calls, open, mostOpen] = [0, 0, 0];
  answer = (response) => void response.writeHead(204).end();
});
afterEach(() => jest.restoreAllMocks());

/** A function that waits until it is told to go on, and then does what the given one does. */
function held<Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) {
  let goOn = (): void => undefined;
  const open = new Promise<void>((resolve) => (goOn = resolve));
  return { goOn, run: async (...given: Given) => (await open, run(...given)) };
}

const parts = (changes: Partial<DeliverWebhookDeps> = {}, load?: (category: string) => void) =>
  workerParts({ db, endpoint, ...changes }, load);

const work = (id: string) => ({ kind: 'deliver', id, attributes: {} }) as const;

test('a delivery that cannot be made does not keep those behind it', async () => {
  const { batchId } = await offeredBatch(db, 3);
  const errors: string[] = [];
  const store = storeWith({ read: async () => requests(0, 3).filter(({ revision }) => revision !== 1) });
  const { deps, recorded } = parts({ store, onError: (error) => errors.push(String(error)) });
  await deliverWebhook(deps)(work(batchId));
  expect(calls).toBe(2);
  expect(recorded).toHaveLength(2);
  expect(errors).toEqual([expect.stringContaining('has no event 2')]);
});

test('without its secret nothing is sent, and it is tried again less and less often', async () => {
  const { batchId } = await offeredBatch(db, 2);
  const passedOver = async () => (await countPassedOver(db)).get(deliveringTask) ?? 0;
  const before = await passedOver();
  await deliverWebhook(parts({ vault: { getMany: async () => new Map() } }).deps)(work(batchId));
  expect(calls).toBe(0);
  expect(await passedOver()).toBe(before + 2);
});

test('a delivery is claimed last: a store that answers late leaves the whole claim to the call', async () => {
  const { batchId } = await offeredBatch(db, 1);
  let now = new Date();
  const late = parts({ clock: () => now }, () => (now = new Date(now.getTime() + 15_000)));
  const claims: number[] = [];
  // Only reads before the claim are late.
  const live = { head: async () => 1n, get: parts().deps.live.get } as unknown as LiveStates;
  answer = (response) =>
    void offerClaims(db, batchId)
      .then(([claim]) => claims.push(claim!.getTime() - now.getTime()))
      .finally(() => response.writeHead(204).end());
  await deliverWebhook({ ...late.deps, live })(work(batchId));
  expect(claims).toEqual([18_000]);
});

test('a claim that is answered late is given back, and nothing is sent by it', async () => {
  const { batchId } = await offeredBatch(db, 3);
  let nowMs = 1;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const callsBefore: number[] = [];
  const note = ({ sql }: { readonly sql: string }) => {
    if (sql.includes('claim (index') && callsBefore.push(calls) === 1) nowMs += 2_500;
  };
  db.on('query', note);
  const { deps, recorded } = parts();
  await deliverWebhook(deps)(work(batchId));
  db.off('query', note);
  expect(callsBefore.slice(0, 2)).toEqual([0, 0]);
  expect([calls, recorded.length]).toEqual([3, 3]);
});

test('the next message goes out while outcomes are recorded, of eight at most, and one call at a time', async () => {
  const { batchId } = await offeredBatch(db, 20);
  const { deps, recorded, run } = parts();
  const recording = held(run);
  const done = deliverWebhook({ ...deps, streams: { load: deps.streams.load, decide: recording.run } as unknown as Streams })(
    work(batchId),
  );
  await eventually('eight calls', async () => calls === 8 || undefined);
  const claims = await offerClaims(db, batchId);
  expect(claims.filter((claim) => claim !== null).length).toBeLessThanOrEqual(15);
  expect(calls).toBe(8);
  recording.goOn();
  await done;
  expect([calls, recorded.length, mostOpen]).toEqual([20, 20, 1]);
});

test('after a failure nothing more is sent, what was claimed and not sent is due again, and the outcomes are recorded', async () => {
  const { batchId } = await offeredBatch(db, 12);
  answer = (response, n) => void response.writeHead(n === 5 ? 500 : 204).end();
  const { deps, recorded } = parts();
  await deliverWebhook(deps)(work(batchId));
  expect(calls).toBe(5);
  expect(recorded.map((facts) => facts.at(-1)?.type)).toEqual([...Array<string>(4).fill('WebhookDelivered'), 'WebhookDeliveryAttempted']);
  const now = Date.now();
  // The other seven have no offer any more, as if there had been none: their streams need not be read before the next one.
  expect((await offerClaims(db, batchId)).map((claim) => claim!.getTime() > now)).toEqual(Array<boolean>(5).fill(true));
  expect(await db('webhooks.failure').select('attempts')).toEqual([{ attempts: 1 }]);
});

test('an outcome that cannot be recorded ends the batch with its error where the log is away', async () => {
  const { batchId } = await offeredBatch(db, 20);
  const { deps } = parts();
  const run = async () => {
    throw Object.assign(new Error('away'), { name: 'StoreUnavailable' });
  };
  const away = { ...deps, streams: { load: deps.streams.load, decide: run } as unknown as Streams };
  await expect(deliverWebhook(away)(work(batchId))).rejects.toThrow('away');
  expect(calls).toBeLessThan(20);
});

test('all batches of a worker together have 128 outcomes outstanding, and one more of each at most', async () => {
  const batches = await Promise.all(Array.from({ length: 32 }, () => offeredBatch(db, 8)));
  const { deps, recorded, run } = parts();
  const recording = held(run);
  const deliver = deliverWebhook({ ...deps, streams: { load: deps.streams.load, decide: recording.run } as unknown as Streams });
  const done = batches.map(({ batchId }) => deliver(work(batchId)));
  let [last, unchanged] = [0, 0];
  await eventually('no more calls', async () => {
    unchanged = calls === last ? unchanged + 1 : 0;
    last = calls;
    return (calls >= 128 && unchanged >= 10) || undefined;
  });
  expect(calls).toBeLessThanOrEqual(160);
  recording.goOn();
  await Promise.all(done);
  expect(recorded).toHaveLength(calls);
});

test('reads that take longer than a batch may last do not keep its first message from going out', async () => {
  const { batchId } = await offeredBatch(db, 3);
  let lateMs = 0;
  const read = async (_: string, from = 0, count = 1) => ((lateMs += 6_000), requests(from, count));
  const { deps } = parts({ store: storeWith({ read }) });
  jest.spyOn(performance, 'now').mockImplementation(() => 1 + lateMs);
  await deliverWebhook(deps)(work(batchId));
  expect(calls).toBe(1);
});

test('an endpoint that fails costs the reads of the attempt that it refused, however many wait behind', async () => {
  const { batchId } = await offeredBatch(db, 32, { isFirst: false });
  answer = (response) => void response.writeHead(500).end();
  const loaded: string[] = [];
  const counts: number[] = [];
  const read = async (_: string, from = 0, count = 1) => (counts.push(count), requests(from, count));
  await deliverWebhook(parts({ store: storeWith({ read }) }, (category) => loaded.push(category)).deps)(work(batchId));
  expect(calls).toBe(1);
  expect(loaded.filter((category) => category === deliveryStream.category)).toHaveLength(1);
  expect(counts).toEqual([1]);
});

test('a batch that two workers find due is delivered by one of them, one call at a time, and by nobody again', async () => {
  const { batchId } = await offeredBatch(db, 6);
  const item = work(batchId);
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  answer = (response) => void gate.then(() => response.writeHead(204).end());
  const { deps } = parts();
  const [here, there] = [holdWork(db), holdWork(db)];
  const looked = await Promise.all([findDueBatches(db)(1_000, 0), findDueBatches(db)(1_000, 0)]);
  const done = [here, there].map((alone, n) =>
    alone(batchId, async () => {
      expect(looked[n]).toContainEqual(item);
      await deliverWebhook(deps)(item);
    }),
  );
  await Promise.race(done);
  await eventually('a call', async () => calls > 0 || undefined);
  goOn();
  await Promise.all(done);
  expect([calls, mostOpen]).toEqual([6, 1]);
  expect((await findDueBatches(db)(1_000, 0)).map(({ id }) => id)).not.toContain(batchId);
});

test('the events of a batch are read once, and none behind the one that comes first before its endpoint has answered', async () => {
  const { batchId } = await offeredBatch(db, 32);
  const counts: number[] = [];
  const read = async (_: string, from = 0, count = 1) => (counts.push(count), requests(from, count));
  await deliverWebhook(parts({ store: storeWith({ read }) }).deps)(work(batchId));
  expect(calls).toBe(32);
  expect(counts).toEqual([1, 31]);
});
