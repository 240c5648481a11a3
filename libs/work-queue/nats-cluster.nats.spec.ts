import { connect, RetentionPolicy } from 'nats';
import { eventually } from '../../test/setup/eventually';
import { startNatsCluster, type NatsCluster } from '../../test/setup/start-nats-cluster';
import { natsAddress, openWorkQueue, type WorkItem, type WorkQueue } from '.';

let cluster: NatsCluster;
let queue: WorkQueue;
/** Of a process that offers and takes nothing. */
let elsewhere: WorkQueue;
let handled: string[];
let due: Set<string>;

const work = (id: string): WorkItem => ({ kind: 'mail', id, attributes: {} });

beforeAll(async () => {
  cluster = await startNatsCluster();
});
afterAll(() => cluster.stop());

/** Opens the queue and takes from it; gives what ends both. */
function start(): () => Promise<void> {
  [queue, elsewhere] = [openWorkQueue(cluster.url, () => undefined), openWorkQueue(cluster.url, () => undefined)];
  const ending = new AbortController();
  [handled, due] = [[], new Set()];
  const handle = async ({ id }: WorkItem) => {
    due.delete(id);
    handled.push(id);
  };
  // A look for what NATS lost finds nothing: what is taken here was found because NATS was away.
  const look = async (limit: number, lostAfterMs: number) => (lostAfterMs > 0 ? [] : [...due].slice(0, limit).map(work));
  const taking = queue.take('mail', { concurrency: 2, signal: ending.signal, handle, due: look, onError: () => undefined });
  return async () => {
    ending.abort();
    await taking;
    await Promise.all([queue.close(), elsewhere.close()]);
  };
}

const away = (wanted: boolean) => eventually(`NATS away: ${wanted}`, async () => (queue.isAway() === wanted ? true : undefined));

async function foundDue(id: string): Promise<void> {
  due.add(id);
  await eventually(id, async () => (handled.includes(id) ? true : undefined));
}

/** Offers again until it is taken: an offer may be lost. */
const offered = (id: string) =>
  eventually(`the offer ${id}`, async () => {
    await elsewhere.offer(work(id));
    return handled.includes(id) ? true : undefined;
  });

/** As an older version made it. */
async function addStream(): Promise<true> {
  const nats = await connect({ ...natsAddress(cluster.url), timeout: 2_000 });
  try {
    const manager = await nats.jetstreamManager({ timeout: 5_000 });
    await manager.streams.add({ name: 'WORK', subjects: ['work.*'], retention: RetentionPolicy.Workqueue });
    return true;
  } finally {
    await nats.close();
  }
}

/** The copies of the stream and of the consumer of mails. */
async function copies(): Promise<readonly number[]> {
  const nats = await connect({ ...natsAddress(cluster.url), timeout: 2_000 });
  try {
    const manager = await nats.jetstreamManager({ timeout: 2_000 });
    const stream = await manager.streams.info('WORK');
    const consumer = await manager.consumers.info('WORK', 'worker-mail').catch(() => undefined);
    return [stream, consumer].map((info) => 1 + (info?.cluster?.replicas?.length ?? 0));
  } finally {
    await nats.close();
  }
}

const threeCopies = () => eventually('three copies', async () => ((await copies().catch(() => [])).join() === '3,3' ? true : undefined));

it('has three copies of stream and consumers where there are three servers, also of those that an older version made with one', async () => {
  await eventually('a stream of one copy', () => addStream().catch(() => undefined));
  const stop = start();
  await threeCopies();
  await offered('with three');
  await stop();
});

it('takes what is due itself while the server that leads the stream is gone or stands still, and offers come again', async () => {
  const stop = start();
  await threeCopies();
  const frozen = await cluster.streamLeader();
  frozen.signal('SIGSTOP');
  await foundDue('while it stands still');
  frozen.signal('SIGCONT');
  await away(false);
  const killed = await cluster.streamLeader();
  await killed.kill();
  await foundDue('while it is gone');
  await offered('by another leader');
  await killed.start();
  await stop();
});

it('says that the stream does not answer while two of three are gone, although one is connected', async () => {
  const stop = start();
  await away(false);
  const [first, second] = cluster.nodes;
  await Promise.all([first?.kill(), second?.kill()]);
  await away(true);
  expect(await queue.trouble()).toMatchObject({ error: expect.anything(), awayMs: expect.any(Number) });
  await foundDue('with one of three');
  await first?.start();
  await offered('with two of three');
  await eventually('no trouble', async () => (await queue.trouble()) === null || undefined);
  await stop();
});
