import { send } from '../../apps/simulators/testing';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader, type Uploader } from '../assets/uploader';
import { eventually } from '../setup/eventually';
import { startNatsCluster, type NatsCluster } from '../setup/start-nats-cluster';

let nats: NatsCluster;
let service: BackgroundService;
let ann: Uploader;
const titles: string[] = [];

beforeAll(async () => {
  nats = await startNatsCluster();
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro', PACING_ACCOUNT: '1000/100', NATS_URL: nats.url });
  ann = await newUploader(service, 'nats-outage');
});
afterAll(async () => {
  await service?.stop();
  await nats?.stop();
});

/** Makes so many pins, two at a time, and waits until they are published. */
async function publishPins(count: number): Promise<void> {
  const made = Array.from({ length: count }, (_, index) => `Outage ${titles.length + index}`);
  titles.push(...made);
  const client = async () => {
    for (let title = made.shift(); title !== undefined; title = made.shift()) await publish(title);
  };
  await Promise.all([client(), client()]);
}

async function publish(title: string): Promise<void> {
  const { status, body } = await ann.post('/v1/pins', ann.draft({ title, image_url: 'https://images.example.com/door.jpg' }));
  if (status !== 201) throw new Error(`creation answered ${status}: ${JSON.stringify(body)}`);
  await ann.pinIn('published', body.id);
}

async function expectEachOnce(): Promise<void> {
  const atPlatform = async (title: string) =>
    (await send('GET', `${service.simulatorsUrl}/platform/_control/pins?${new URLSearchParams({ title })}`)).json.length;
  for (const title of titles) expect([title, await atPlatform(title)]).toEqual([title, 1]);
}

const workQueue = async () => (await service.call('GET', '/health/ready')).body.checks.work_queue;
const inUse = (wanted: boolean) => eventually(`NATS in use: ${wanted}`, async () => ((await workQueue()).ok === wanted ? true : undefined));
const away = { ok: false, degraded: true, detail: { reason: expect.any(String), away_seconds: expect.any(Number) } };

it('publishes on while servers of NATS are gone, each pin once', async () => {
  await inUse(true);
  await publishPins(2);
  const leader = await nats.streamLeader();
  const others = nats.nodes.filter((node) => node !== leader);
  await leader.kill();
  await publishPins(2);
  // One of three has no majority, so nothing is taken from it or offered to it.
  await others[0]?.kill();
  await inUse(false);
  await publishPins(2);
  await others[1]?.kill();
  await publishPins(2);
  expect(await workQueue()).toMatchObject(away);
  expect(service.log.join('\n')).toContain('waiting for NATS_URL');
  await Promise.all(nats.nodes.map((node) => node.start()));
  await inUse(true);
  await publishPins(2);
  await expectEachOnce();
});
