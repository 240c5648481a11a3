import { randomToken, startNats, type Part } from '@pps/embedded';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/setup/eventually';
import { openWorkQueue, type WorkQueue } from '.';
import { itemsLeft, startTaking, work, type Taking } from './taking.fixture';

let storeDir: string;
const password = randomToken();
let nats: Part;
let queue: WorkQueue;
let worker: Taking;

const isAway = (wanted: boolean) => eventually(`NATS away: ${wanted}`, async () => (queue.isAway() === wanted ? true : undefined));
const handledIds = (count: number) =>
  eventually(`${count} pieces of work`, async () => (worker.handled.length >= count ? worker.handled.map(({ id }) => id) : undefined));

/** Offered again until it has begun. */
const offeredHere = (id: string) =>
  eventually(`the offer ${id}`, async () => {
    await queue.offer(work(id));
    return worker.handled.find((item) => item.id === id);
  });

beforeEach(async () => {
  storeDir = await mkdtemp(join(tmpdir(), 'pin-work-'));
  nats = await startNats({ storeDir, password });
  queue = openWorkQueue(nats.url, () => undefined);
  await isAway(false);
});
afterEach(async () => {
  await worker.stop();
  await queue.close();
  await nats.stop(2_000);
  await rm(storeDir, { recursive: true, force: true });
});

describe('what is offered in the process that takes', () => {
  it('begins there at once, without NATS', async () => {
    worker = startTaking(queue, 2);
    await nats.stop(0);
    await isAway(true);
    await queue.offer(work('here'));
    await handledIds(1);
    nats = await startNats({ storeDir, port: nats.port, password });
  });

  it('goes by NATS while no slot is free, and is never more at once than the taker wants', async () => {
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    worker = startTaking(queue, 3, () => gate);
    for (let index = 0; index < 10; index++) await queue.offer(work(`m${index}`));
    // One slot waits for what others offer: its item came by NATS.
    await handledIds(3);
    expect(await itemsLeft(nats.url)).toBe(8);
    release();
    expect([...(await handledIds(10))].sort()).toEqual(Array.from({ length: 10 }, (_, index) => `m${index}`));
    expect(worker.mostInHand).toBe(3);
  });

  it('overtakes nothing that went by NATS while no slot was free, and begins at once again when that is done', async () => {
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    worker = startTaking(queue, 8, () => gate);
    for (let index = 0; index < 30; index++) await queue.offer(work(`m${index}`));
    await handledIds(8);
    release();
    await handledIds(9);
    await queue.offer(work('last'));
    expect((await handledIds(31)).at(-1)).toBe('last');
    await nats.stop(0);
    await isAway(true);
    await offeredHere('here again');
    nats = await startNats({ storeDir, port: nats.port, password });
  });

  it('goes by NATS once the taker ends, which waits for what has begun', async () => {
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let finished = 0;
    worker = startTaking(queue, 3, () => gate.then(() => void (finished += 1)));
    await queue.offer(work('in hand'));
    await handledIds(1);
    const stopping = worker.stop();
    await queue.offer(work('later'));
    release();
    await stopping;
    expect(finished).toBe(1);
    expect(worker.handled).toHaveLength(1);
    expect(await itemsLeft(nats.url)).toBe(1);
  });

  it('fails for itself: who offers is not told, and knows nothing of its context', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    worker = startTaking(queue, 3, async () => {
      seen.push(context.getStore());
      throw new Error('the handler failed');
    });
    await context.run('of a request', () => queue.offer(work('here')));
    await eventually('the failure', async () => worker.errors[0]);
    expect(seen).toEqual([undefined]);
  });
});
