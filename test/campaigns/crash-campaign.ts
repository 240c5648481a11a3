import { setTimeout as delay } from 'node:timers/promises';
import { caller } from '../setup/caller';
import { startReceiver } from '../webhooks/receiver';
import { countDoubts, type Doubts } from './doubts';
import { gather } from './evidence';
import { installation, type Installation } from './installation';
import { killAndRestart } from './kill-and-restart';
import { killPlan } from './kill-plan';
import { createPins, type Creation } from './persistent-client';
import { troublePlatform } from './platform-troubles';
import { judge, type Verdict } from './verdict';
import { openWorkspace, type Workspace } from './workspace';

export interface CrashOptions {
  readonly kills: number;
  readonly pins: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Leaves the folder behind when a promise was broken. */
  readonly keepOnViolation?: boolean;
}

export interface CrashReport extends Verdict, Doubts {
  readonly kills: number;
  readonly restartsMs: readonly number[];
}

const settings = {
  DEFAULT_PLAN: 'pro',
  PACING_ACCOUNT: '1000/200',
  PACING_GLOBAL: '1000/200',
  RECONCILE_AFTER: '300ms,700ms,1500ms',
  PLATFORM_TIMEOUT: '2s',
};
const parallel = 4;
const answersWithinMs = 60_000;
const endWithinMs = 180_000;
const quietMs = 2_000;

/** Creates pins while everything is killed again and again, then judges what became of them. Throws when the service does not come back. */
export async function crashCampaign({ kills, pins, seed, log, keepOnViolation = false }: CrashOptions): Promise<CrashReport> {
  const receiver = await startReceiver();
  const service = await installation(settings);
  const givingUp = new AbortController();
  let isClean = false;
  try {
    log(`first start ${Math.round(await service.start())} ms, in ${service.dataDir}`);
    const [workspace] = await openWorkspace([caller(service.apiPort)], receiver.url);
    let begun = 0;
    const titles = Array.from({ length: pins }, (_, index) => `pin-${seed}-${String(index + 1).padStart(4, '0')}`);
    await troublePlatform(service.platformUrl, titles);
    const creating = createPins(workspace, titles, { parallel, signal: givingUp.signal, onBegun: () => void (begun += 1) });
    const restartsMs = await killAndRestart(service, killPlan(seed, kills, pins), () => begun, log);
    const timer = setTimeout(() => givingUp.abort(), answersWithinMs);
    const creations = await creating;
    const repeats = await createPins(workspace, titles, { parallel, signal: givingUp.signal });
    clearTimeout(timer);
    const verdict = await judgedWhenSettled(service, workspace, { creations, repeats, received: receiver.received });
    isClean = verdict.violations.length === 0;
    const doubts = await countDoubts(workspace);
    await service.stop();
    return { ...verdict, ...doubts, kills, restartsMs };
  } catch (error) {
    for (const line of service.lastWords().slice(-20)) log(line);
    throw error;
  } finally {
    givingUp.abort();
    const keep = keepOnViolation && !isClean;
    await service.discard(keep);
    if (keep) log(`kept ${service.dataDir}`);
    await receiver.stop();
  }
}

type Seen = { readonly creations: readonly Creation[]; readonly repeats: readonly Creation[] } & Pick<
  Parameters<typeof gather>[2],
  'received'
>;

/** Everything has its time to come to an end; what is not right by then, or not right any more a moment later, is a violation. */
async function judgedWhenSettled(service: Installation, workspace: Workspace, seen: Seen): Promise<Verdict> {
  const deadline = performance.now() + endWithinMs;
  const look = async () => judge(await gather(service.platformUrl, workspace, seen));
  while ((await look()).violations.length > 0 && performance.now() < deadline) await delay(1_000);
  await delay(quietMs);
  return look();
}
