import { openDatabase } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { projections } from '@projections/index';
import { compareProjection } from '../../../apps/pinctl/rebuild-projection';
import { send } from '../../../apps/simulators/testing';
import { gather } from '../evidence/evidence';
import { overIssueOf } from '../faults/over-issue';
import { createPins } from '../traffic/persistent-client';
import { createSteadily } from '../faults/steady-client';
import { judge } from '../evidence/verdict';
import { openWorkspace } from '../traffic/workspace';
import { eventually } from '../../setup/eventually';
import { startReceiver } from '../../webhooks/receiver';
import { startSeparately, type SeparateProcesses } from '../../operations/separate-processes/separate-processes';

const bucket = { capacity: 10, refillPerSecond: 4 };
// The board of the frozen worker's open call waits until that is in doubt, twice the time-out, five seconds and two, and was looked for.
const stoppedForMs = 16_000;

let service: SeparateProcesses;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startSeparately(2, {
    DEFAULT_PLAN: 'pro',
    PACING_ACCOUNT: `${bucket.capacity}/${bucket.refillPerSecond}`,
    PLATFORM_TIMEOUT: '1s',
    RECONCILE_AFTER: '300ms,700ms',
  });
}, 90_000);

afterAll(async () => {
  await service.stop();
  await receiver.stop();
}, 60_000);

const leaders = ['projector', 'orchestrator', 'worker'] as const;

it('one of each is stopped for longer than its lease, woken again, and has done no harm', async () => {
  const [workspace] = await openWorkspace(service.apis as [(typeof service.apis)[0]], receiver.url);
  const client = createSteadily(workspace, 5);
  const published = async () =>
    ((await send('GET', `${service.platformUrl}/platform/_control/pins`)).json as { received_at: number }[]).map((pin) => pin.received_at);
  await eventually('publications', async () => ((await published()).length > 15 ? true : undefined));
  for (const copy of [0, 1]) {
    for (const name of leaders) service.hosts[name][copy]?.kill('SIGSTOP');
    await delay(stoppedForMs);
    for (const name of leaders) service.hosts[name][copy]?.kill('SIGCONT');
    await delay(2_000);
  }
  const patience = AbortSignal.timeout(60_000);
  const creations = await client.finish(patience);
  const repeats = await createPins(workspace, client.titles, { parallel: 4, signal: patience });
  const look = async () => judge(await gather(service.platformUrl, workspace, { creations, repeats, received: receiver.received }));
  await eventually('an end of everything', async () => ((await look()).violations.length === 0 ? true : undefined), 90_000).catch(
    () => undefined,
  );
  const verdict = await look();
  expect(verdict.violations).toEqual([]);
  expect(verdict.publishedOnce).toBe(verdict.answered);
  expect(verdict.answered).toBeGreaterThan(100);
  expect(overIssueOf(await published(), bucket)).toBeLessThan(1 + bucket.refillPerSecond * 0.3);
  await projectionsAreRight();
}, 240_000);

async function projectionsAreRight(): Promise<void> {
  const db = openDatabase(service.databaseUrl, 2);
  try {
    for (const projection of projections) {
      const comparison = await compareProjection(db, projection, { timeoutMs: 60_000, say: () => undefined });
      expect({ name: projection.name, equal: comparison.equal }).toEqual({ name: projection.name, equal: true });
    }
  } finally {
    await db.destroy();
  }
}
