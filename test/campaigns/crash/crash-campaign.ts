import { setMaxListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startReceiver } from '../../webhooks/receiver';
import { blowPlan } from './blow-plan';
import { dealBlows, type Dealt } from './deal-blows';
import { countUnknownOutcomes, type UnknownOutcomes } from './unknown-outcomes';
import { gather } from '../evidence/evidence';
import { createAll, openFleet, repeatAll, type FleetSize, type Member } from './fleet';
import { installation } from '../installation/installation';
import { unfinished, watchNextActions } from './next-actions';
import type { Creation } from '../traffic/create-in-batches';
import { troublePlatform } from './platform-troubles';
import { judge, together, type Verdict } from '../evidence/judge';

export interface CrashOptions {
  readonly kills: number;
  readonly freezes: number;
  readonly pins: number;
  readonly seed: number;
  readonly fleet: FleetSize;
  readonly gapMs: readonly [number, number];
  readonly frozenMs: readonly [number, number];
  readonly log: (line: string) => void;
  /** Leaves the folder behind when a promise was broken. */
  readonly keepOnViolation?: boolean;
}

export interface CrashReport extends Verdict, UnknownOutcomes, Dealt {
  readonly troubled: number;
  readonly tookMs: number;
}

const callerTimeoutMs = 1_000;
const listingLagMs = 800;
const settings = {
  DEFAULT_PLAN: 'pro',
  PACING_ACCOUNT: '1000/200',
  PACING_GLOBAL: '1000/200',
  RECONCILE_AFTER: '500ms,1s,2s',
  PLATFORM_TIMEOUT: `${callerTimeoutMs}ms`,
};
const longestSilenceMs = 120_000;
const endWithinMs = 900_000;
const quietMs = 2_000;

/** Creates pins while one process after the other is killed or frozen, then judges what became of them. Throws when the service does not come back. */
export async function crashCampaign(options: CrashOptions): Promise<CrashReport> {
  const { kills, freezes, pins, seed, gapMs, frozenMs, log, keepOnViolation = false } = options;
  const begun = performance.now();
  const receiver = await startReceiver();
  const service = await installation(settings);
  const [givingUp, watched] = [new AbortController(), new AbortController()];
  setMaxListeners(0, givingUp.signal);
  let isClean = false;
  try {
    log(`first start ${Math.round(await service.start())} ms, in ${service.dataDir}`);
    const fleet = await openFleet({ ...options.fleet, apiPort: service.apiPort, webhookUrl: receiver.url, pins, seed });
    const titles = fleet.flatMap((member) => member.titles);
    const troubled = await troublePlatform(service.platformUrl, titles, seed, { listingLagMs, callerTimeoutMs });
    const plan = blowPlan(seed, { kills, freezes, gapMs, frozenMs });
    // When the blows take longer than planned, much is created after the last of them: the campaign gives up only when no pin is answered any more.
    let onCreated = () => {};
    const asking = { signal: givingUp.signal, onCreated: () => onCreated() };
    const creating = createAll(fleet, { ...asking, overMs: plan.reduce((sum, { afterMs }) => sum + afterMs, 0) });
    const watching = watchNextActions(
      fleet.map(({ workspace }) => workspace),
      `http://127.0.0.1:${service.apiPort}/metrics`,
      watched.signal,
    );
    const dealt = await dealBlows(service, plan, log);
    log('all blows are dealt');
    const silence = setTimeout(() => givingUp.abort(), longestSilenceMs);
    onCreated = () => void silence.refresh();
    const creations = await creating;
    log('all creations are answered');
    const repeats = await repeatAll(fleet, asking);
    clearTimeout(silence);
    const judgeOne = (member: Member, index: number) =>
      judgeMember(service.platformUrl, member, creations[index] ?? [], repeats[index] ?? [], receiver.received);
    const judgeAll = async () => together(await Promise.all(fleet.map(judgeOne)));
    await waitUntilSettled(fleet, async () => (await judgeAll()).violations.length === 0);
    watched.abort();
    const { undated, alarmAtMost } = await watching;
    const verdict = await judgeAll();
    const alarmed = alarmAtMost > 0 ? [`the alarm said that ${alarmAtMost} pins have no next action`] : [];
    const violations = [...verdict.violations, ...undated, ...alarmed];
    isClean = violations.length === 0;
    const outcomes = await Promise.all(fleet.map(({ workspace }) => countUnknownOutcomes(workspace)));
    const cutShort = outcomes.reduce((sum, each) => sum + each.cutShort, 0);
    const foundAgain = outcomes.reduce((sum, each) => sum + each.foundAgain, 0);
    await service.stop();
    return { ...verdict, violations, ...dealt, cutShort, foundAgain, troubled, tookMs: performance.now() - begun };
  } catch (error) {
    for (const line of service.lastWords().slice(-20)) log(line);
    throw error;
  } finally {
    for (const each of [givingUp, watched]) each.abort();
    const retain = keepOnViolation && !isClean;
    await service.discard(retain);
    if (retain) {
      writeFileSync(join(service.dataDir, 'said.log'), service.lastWords().join('\n'));
      log(`left ${service.dataDir}`);
    }
    await receiver.stop();
  }
}

type Received = Awaited<ReturnType<typeof startReceiver>>['received'];

async function judgeMember(
  platformUrl: string,
  { workspace, usernames }: Member,
  creations: readonly Creation[],
  repeats: readonly Creation[],
  received: Received,
): Promise<Verdict> {
  return judge(await gather(platformUrl, workspace, { creations, repeats, received, usernames }));
}

/** Everything has its time to come to an end; what is not right by then, or not right any more a moment later, is a violation. */
async function waitUntilSettled(fleet: readonly Member[], isRight: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + endWithinMs;
  const left = async () => (await Promise.all(fleet.map(({ workspace }) => unfinished(workspace)))).reduce((sum, each) => sum + each, 0);
  while ((await left()) > 0 && performance.now() < deadline) await delay(500);
  while (!(await isRight()) && performance.now() < deadline) await delay(2_000);
  await delay(quietMs);
}
