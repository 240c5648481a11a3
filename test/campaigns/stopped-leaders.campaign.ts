import { startPostgres } from '@pps/embedded';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../apps/simulators/testing';
import { differingProjections } from './evidence/differing-projections';
import { gather } from './evidence/evidence';
import { overIssueOf } from './faults/over-issue';
import { createPins } from './traffic/create-in-batches';
import { createSteadily } from './faults/steady-client';
import { judge } from './evidence/judge';
import { openWorkspace } from './traffic/workspace';
import { eventually } from '../setup/eventually';
import { startReceiver } from '../webhooks/receiver';
import { startSeparately, type SeparateProcesses } from '../operations/separate-processes/separate-processes';

const bucket = { capacity: 10, refillPerSecond: 4 };
// The board of the frozen worker's open call waits until its outcome is unknown (twice the time-out, five seconds and two) and reconciled.
const stoppedForMs = 16_000;

const leaders = ['projector', 'orchestrator', 'worker'] as const;

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'stopped-leaders-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  process.env.DATABASE_URL = postgres.url;
  const receiver = await startReceiver();
  try {
    const service = await startSeparately(2, {
      DEFAULT_PLAN: 'pro',
      PACING_ACCOUNT: `${bucket.capacity}/${bucket.refillPerSecond}`,
      PLATFORM_TIMEOUT: '1s',
      RECONCILE_AFTER: '300ms,700ms',
    });
    try {
      const violations = await violationsOf(service, receiver);
      for (const violation of violations) console.log(`VIOLATION ${violation}`);
      console.log(`${violations.length} violations`);
      return violations.length === 0;
    } finally {
      await service.stop();
    }
  } finally {
    await receiver.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stops one of each for longer than its lease, wakes it again, and says what harm that has done. */
async function violationsOf(service: SeparateProcesses, receiver: Awaited<ReturnType<typeof startReceiver>>): Promise<string[]> {
  const [workspace] = await openWorkspace(service.apis as [(typeof service.apis)[0]], receiver.url);
  const client = createSteadily(workspace, 5);
  const published = async () =>
    ((await send('GET', `${service.platformUrl}/platform/_control/pins`)).json as { received_at: number }[]).map((pin) => pin.received_at);
  await eventually('publications', async () => ((await published()).length > 15 ? true : undefined));
  for (const copy of [0, 1]) {
    for (const name of leaders) service.hosts[name][copy]?.kill('SIGSTOP');
    console.log(`${leaders.join(', ')} ${copy + 1} stopped for ${stoppedForMs / 1_000} s`);
    await delay(stoppedForMs);
    for (const name of leaders) service.hosts[name][copy]?.kill('SIGCONT');
    await delay(2_000);
  }
  const patience = AbortSignal.timeout(60_000);
  const creations = await client.finish(patience);
  const repeats = await createPins(workspace, client.titles, { parallel: 4, signal: patience });
  const judgeNow = async () => judge(await gather(service.platformUrl, workspace, { creations, repeats, received: receiver.received }));
  await eventually('an end of everything', async () => ((await judgeNow()).violations.length === 0 ? true : undefined), 90_000).catch(
    () => undefined,
  );
  const { violations, publishedOnce, answered } = await judgeNow();
  const overIssue = overIssueOf(await published(), bucket);
  const overIssueAtMost = 1 + bucket.refillPerSecond * 0.3;
  console.log(`${answered} creations answered, ${publishedOnce} published once, over-issue ${overIssue.toFixed(2)}`);
  return [
    ...violations,
    ...(publishedOnce === answered ? [] : [`${answered} creations were answered and ${publishedOnce} pins published once`]),
    ...(answered > 100 ? [] : [`only ${answered} creations were answered`]),
    ...(overIssue < overIssueAtMost ? [] : [`over-issue ${overIssue}, allowed are ${overIssueAtMost}`]),
    ...(await differingProjections(service.databaseUrl)),
  ];
}
