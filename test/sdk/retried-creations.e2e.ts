import { PinPublishing } from 'pin-publishing';
import { newQuotaWorkspace, sumOf, type QuotaWorkspace } from '../billing/quota-workspace';
import { seededDraw } from '../refusals/fuzzed-body';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { startLossyProxy, type Fate, type LossyProxy } from './lossy-proxy';

/** 100 in the suite; `SDK_CREATIONS=10000 npx jest test/sdk/retried` makes as many. */
const creations = Number(process.env['SDK_CREATIONS'] ?? 100);
const seed = Number(process.env['SDK_SEED'] ?? 44);
const atOnce = 16;
const losses: readonly Fate[] = ['cut before', 'cut in the answer', 'cut after', 'too many', 'unavailable', 'unavailable after'];

let service: PlatformService;
let owner: QuotaWorkspace;
let proxy: LossyProxy;
beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise' });
  owner = await newQuotaWorkspace(service.call);
  const draw = seededDraw(seed);
  proxy = await startLossyProxy(service.url, () => (draw(2) === 0 ? 'passed' : (losses[draw(losses.length)] ?? 'passed')));
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

test('whatever is lost on the way, each creation makes one pin and takes one unit', async () => {
  const client = new PinPublishing({ baseUrl: proxy.url, apiKey: owner.headers['x-api-key'] ?? '', maxRetries: 30, timeoutMs: 30_000 });
  const titles = Array.from({ length: creations }, (_, index) => `Door ${index}`);
  const ids = new Map<string, string>();
  const waiting = [...titles];
  const work = async (): Promise<void> => {
    for (let title = waiting.pop(); title !== undefined; title = waiting.pop()) {
      const pin = await client.pins.create(owner.draft({ title }) as unknown as Parameters<typeof client.pins.create>[0]);
      ids.set(title, pin.id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const listed: string[] = [];
  for await (const pin of client.pins.list({ limit: 200 })) listed.push(`${pin.title} ${pin.id}`);
  expect(listed.sort()).toEqual([...ids].map(([title, id]) => `${title} ${id}`).sort());
  expect(await owner.used()).toBe(creations);
  expect(sumOf(await owner.ledger())).toBe(creations);
  expect([...proxy.fates.keys()].sort()).toEqual([...losses, 'passed'].sort());
});
