import { randomToken, startNats, type Part } from '@pps/embedded';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/setup/eventually';
import { openWorkQueue, type WorkItem, type WorkQueue } from '.';
import { itemsLeft, startTaking, work, type Taking, type TakingHow } from './taking.fixture';

let storeDir: string;
const password = randomToken();
let nats: Part;
let queue: WorkQueue;
/** Of a process that offers and takes nothing. */
let elsewhere: WorkQueue;
let worker: Taking;

const take = (...how: TakingHow) => startTaking(queue, ...how);

const handledIds = (count: number) =>
  eventually(`${count} pieces of work`, async () => (worker.handled.length >= count ? worker.handled.map(({ id }) => id) : undefined));

const away = (wanted: boolean) =>
  eventually(`NATS away: ${wanted}`, async () => ([queue, elsewhere].every((each) => each.isAway() === wanted) ? true : undefined));

/** Offers again until somebody has it: an offer may be lost. */
const offered = (id: string) =>
  eventually(`the offer ${id}`, async () => {
    await elsewhere.offer(work(id));
    return worker.handled.find((item) => item.id === id);
  });

beforeEach(async () => {
  storeDir = await mkdtemp(join(tmpdir(), 'pin-work-'));
  nats = await startNats({ storeDir, password });
  [queue, elsewhere] = [openWorkQueue(nats.url, () => undefined), openWorkQueue(nats.url, () => undefined)];
  // What is offered before it is there is lost.
  await away(false);
});
afterEach(async () => {
  await worker?.stop();
  await Promise.all([queue.close(), elsewhere.close()]);
  await nats.stop(2_000);
  await rm(storeDir, { recursive: true, force: true });
});

const left = () => itemsLeft(nats.url);

describe('the address of the work queue', () => {
  it.each(['live,dead', 'dead,live'])('may be a list: %s', async (order) => {
    const dead = Object.assign(new URL(nats.url), { port: '1' }).href;
    const list = order.split(',').map((server) => (server === 'live' ? nats.url : dead));
    const listed = openWorkQueue(list.join(','), () => undefined);
    await eventually('the list', async () => !listed.isAway() || undefined);
    await listed.offer(work('by a list'));
    await listed.close();
    expect(await left()).toBe(1);
  });

  it('with tls:// is never spoken to in the clear', async () => {
    const encrypted = openWorkQueue(nats.url.replace('nats://', 'tls://'), () => undefined);
    await encrypted.offer(work('in the clear'));
    expect(await encrypted.trouble()).toMatchObject({ error: expect.anything() });
    await encrypted.close();
    await away(false);
    expect(await left()).toBe(0);
  });
});

describe('the work queue', () => {
  it('tells of an address where nobody answers before anything is offered or taken', async () => {
    const errors: unknown[] = [];
    const lost = openWorkQueue('nats://127.0.0.1:1', (error) => errors.push(error));
    await eventually('the failure', async () => errors[0]);
    await lost.close();
  });

  it('hands each piece of work to one taker, and never more at once than the taker wants', async () => {
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    worker = take(3, () => gate);
    for (let index = 0; index < 10; index++) await elsewhere.offer(work(`m${index}`));
    await handledIds(3);
    expect(await left()).toBe(10);
    expect(worker.handled[0]).toEqual(work('m0'));
    release();
    expect([...(await handledIds(10))].sort()).toEqual(Array.from({ length: 10 }, (_, index) => `m${index}`));
    expect(worker.mostInHand).toBe(3);
    await eventually('an empty stream', async () => ((await left()) === 0 ? true : undefined));
  });

  it('acknowledges work that failed: what is still pending is offered again by those who know', async () => {
    worker = take(1, () => Promise.reject(new Error('the handler failed')));
    await elsewhere.offer(work('once'));
    await eventually('the failure', async () => (worker.errors.length > 0 ? true : undefined));
    await eventually('an empty stream', async () => ((await left()) === 0 ? true : undefined));
    expect(worker.handled).toHaveLength(1);
    expect(String(worker.errors[0])).toContain('the handler failed');
  });

  it('holds work under way for longer than the wait for its acknowledgement, and lets the next one wait for a free taker', async () => {
    let [last, stoodStillMs] = [performance.now(), 0];
    const until = last + 4_200;
    const watching = setInterval(() => {
      stoodStillMs = Math.max(stoodStillMs, performance.now() - last);
      last = performance.now();
    }, 50);
    const handle = async ({ id }: WorkItem) => {
      if (id.startsWith('long')) while (performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 500));
    };
    worker = take(2, handle, { ackWaitMs: 3_000 });
    const ids = ['long 1', 'long 2', 'next 1', 'next 2', 'next 3'];
    for (const id of ids) await elsewhere.offer(work(id));
    await handledIds(5);
    await eventually('an empty stream', async () => ((await left()) === 0 ? true : undefined));
    clearInterval(watching);
    const handled = worker.handled.map(({ id }) => id).sort();
    // A process that stood still said nothing of its work meanwhile: that is rightly offered again.
    expect(stoodStillMs > 1_000 ? [...new Set(handled)] : handled).toEqual(ids);
  });

  it('lets work that takes long leave its slot to others, so many at most, and waits for all of it in the end', async () => {
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const finished: string[] = [];
    const handle = async ({ id }: WorkItem) => {
      if (id.startsWith('long')) await gate;
      finished.push(id);
    };
    worker = take(2, handle, { handOff: { afterMs: 50, max: 2 } });
    for (const id of ['long 1', 'long 2', 'short', 'long 3', 'long 4', 'behind']) await elsewhere.offer(work(id));
    await handledIds(5);
    expect(finished).toEqual(['short']);
    expect(worker.inHand).toBe(4);
    await eventually('one that is done', async () => ((await left()) === 5 ? true : undefined));
    const stopping = worker.stop();
    release();
    await stopping;
    expect(finished).toEqual(expect.arrayContaining(['long 1', 'long 2', 'long 3', 'long 4']));
  });

  it('takes nothing new when it is asked to stop, and waits for what is under way', async () => {
    let finished = false;
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    worker = take(1, async () => {
      await gate;
      finished = true;
    });
    await elsewhere.offer(work('in hand'));
    await handledIds(1);
    const stopping = worker.stop();
    await elsewhere.offer(work('later'));
    release();
    await stopping;
    expect(finished).toBe(true);
    expect(worker.handled).toHaveLength(1);
    await eventually('one that nobody took', async () => ((await left()) === 1 ? true : undefined));
  });

  it('goes on by itself after the server was ended and came back', async () => {
    worker = take(2);
    await elsewhere.offer(work('before'));
    await handledIds(1);
    await nats.stop(0);
    await away(true);
    expect(await queue.trouble()).toMatchObject({ error: expect.anything(), awayMs: expect.any(Number) });
    await elsewhere.offer(work('nobody'));
    nats = await startNats({ storeDir, port: nats.port, password });
    await offered('after');
    await eventually('no trouble', async () => (await queue.trouble()) === null || undefined);
  });

  it('goes on by itself after the server came back without anything it knew', async () => {
    worker = take(2);
    await elsewhere.offer(work('before'));
    await handledIds(1);
    await nats.stop(0);
    await rm(storeDir, { recursive: true, force: true });
    nats = await startNats({ storeDir, port: nats.port, password });
    const made = () =>
      left().then(
        () => true,
        () => undefined,
      );
    await eventually('the stream, made anew by those who take', made);
    await offered('after');
    await offered('and again');
  });

  it('takes what is due itself while NATS is away, each piece once, and asks no more often than it must', async () => {
    const due = new Set<string>();
    let [asked, first] = [0, 0];
    const look = async (limit: number, lostAfterMs: number) => {
      if (asked === 0) first = lostAfterMs;
      asked += 1;
      return [...due].slice(0, limit).map(work);
    };
    worker = take(2, async ({ id }) => void due.delete(id), { due: look });
    await offered('before');
    // A start is no absence.
    expect(first).toBeGreaterThan(0);
    await nats.stop(0);
    await away(true);
    const [since, askedBefore] = [performance.now(), asked];
    for (let index = 0; index < 20; index++) due.add(`d${index}`);
    await handledIds(21);
    due.add('late');
    await eventually('what fell due later', async () => worker.handled.find(({ id }) => id === 'late'));
    const handled = worker.handled.map(({ id }) => id).filter((id) => id !== 'before');
    expect(handled.sort()).toEqual(['late', ...Array.from({ length: 20 }, (_, index) => `d${index}`)].sort());
    expect(asked - askedBefore).toBeLessThan(15 + (performance.now() - since) / 400);
    nats = await startNats({ storeDir, port: nats.port, password });
    await offered('after');
  });

  it('leaves alone for a while what stays due although it was handled, and goes on when a look fails', async () => {
    await nats.stop(0);
    let looks = 0;
    const look = async () => {
      looks += 1;
      if (looks === 2) throw new Error('the database is away');
      return [work('stuck')];
    };
    worker = take(2, async () => undefined, { due: look });
    await eventually('the failure and a look behind it', async () => (looks >= 3 && worker.errors.length > 0 ? true : undefined));
    await handledIds(2);
    expect(worker.handled.length).toBeLessThan(looks);
  });
});
