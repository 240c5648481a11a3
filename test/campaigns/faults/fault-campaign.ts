import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../../apps/simulators/testing';
import { startReceiver } from '../../webhooks/receiver';
import { gather } from '../evidence/evidence';
import { faultInstallation, type FaultInstallation } from './fault-installation';
import type { Fault } from './faults';
import { overIssueOf, type Bucket } from './over-issue';
import { createPins } from '../traffic/create-in-batches';
import { createSteadily, type SeenAnswer } from './steady-client';
import { judge, type Verdict } from '../evidence/judge';
import { openWorkspace } from '../traffic/workspace';

export interface FaultOptions {
  readonly seconds: number;
  readonly perSecond: number;
  readonly log: (line: string) => void;
  /** How long creations go on before and after the fault. */
  readonly calmSeconds?: number;
}

export interface FaultReport extends Verdict {
  readonly fault: string;
  /** How many answers of each status there were; `none` for those that never came. */
  readonly answers: Readonly<Record<string, number>>;
  /** From the end of the fault to the last creation that was asked after it and not answered with success. */
  readonly creatingBackMs: number;
  /** The longest time without a publication after the end of the fault, while there was something to publish. */
  readonly publishingBackMs: number;
  readonly overIssued: number;
  /** Processes that ended without a signal of ours. */
  readonly ends: readonly string[];
}

const usualBucket: Bucket = { capacity: 20, refillPerSecond: 6 };
const settings = ({ capacity, refillPerSecond }: Bucket) => ({
  DEFAULT_PLAN: 'pro',
  PACING_ACCOUNT: `${capacity}/${refillPerSecond}`,
  PACING_GLOBAL: '1000/200',
  RECONCILE_AFTER: '300ms,700ms,1500ms',
  PLATFORM_TIMEOUT: '2s',
  WEBHOOK_TARGETS: 'any',
});
const answersWithinMs = 120_000;
const endWithinMs = 420_000;
const quietMs = 2_000;
// A call may arrive a little after its token was spent.
const arrivalMs = 300;

/** Lets one fault happen while pins are created, then judges answers, recovery and what became of the pins. */
export async function faultCampaign(fault: Fault, { seconds, perSecond, log, calmSeconds = 12 }: FaultOptions): Promise<FaultReport> {
  const receiver = await startReceiver();
  const service = await faultInstallation(settings(fault.bucket ?? usualBucket), fault.needs ?? {}).catch(async (error: unknown) => {
    await receiver.stop();
    throw error;
  });
  const givingUp = new AbortController();
  setMaxListeners(0, givingUp.signal);
  try {
    const [workspace] = await openWorkspace([service.api], receiver.url);
    const client = createSteadily(workspace, perSecond);
    await delay(calmSeconds * 750);
    log(`${fault.name} begins`);
    await fault.begin(service);
    const begun = performance.now();
    if (fault.end) await delay(seconds * 1_000);
    await fault.end?.(service);
    const faultEnd = performance.now();
    log(`${fault.name} ended after ${Math.round(faultEnd - begun)} ms`);
    await delay(calmSeconds * 1_000);
    const loadEnd = performance.now();
    const timer = setTimeout(() => givingUp.abort(), answersWithinMs);
    const creations = await client.finish(givingUp.signal);
    const repeats = await createPins(workspace, client.titles, { parallel: 4, signal: givingUp.signal });
    clearTimeout(timer);
    const judgeNow = async () => judge(await gather(service.platformUrl, workspace, { creations, repeats, received: receiver.received }));
    for (const deadline = performance.now() + endWithinMs; performance.now() < deadline; await delay(1_000)) {
      if ((await judgeNow()).violations.length === 0) break;
    }
    await delay(quietMs);
    const calls = await callMoments(service);
    return judgeFault(fault, await judgeNow(), client.answers, calls, { faultEnd, loadEnd }, service.ends);
  } catch (error) {
    for (const line of [...service.ends, ...service.lastWords().slice(-30)]) log(line);
    throw error;
  } finally {
    givingUp.abort();
    await service.discard();
    await receiver.stop();
  }
}

function judgeFault(
  fault: Fault,
  verdict: Verdict,
  answers: readonly SeenAnswer[],
  calls: readonly number[],
  { faultEnd, loadEnd }: { readonly faultEnd: number; readonly loadEnd: number },
  ends: readonly string[],
): FaultReport {
  const bucket = fault.bucket ?? usualBucket;
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1;
  const flaws = new Map<string, number>();
  for (const { flaw } of answers) if (flaw !== null) flaws.set(flaw, (flaws.get(flaw) ?? 0) + 1);
  const overIssued = Math.max(0, overIssueOf(calls, bucket) - (bucket.refillPerSecond * arrivalMs) / 1_000);
  const failedAfter = answers.filter(({ askedAt, status }) => askedAt >= faultEnd && status !== 201);
  const wall = Date.now() - performance.now();
  const marks = [faultEnd, ...calls.map((call) => call - wall).filter((call) => call > faultEnd && call < loadEnd), loadEnd];
  return {
    ...verdict,
    fault: fault.name,
    answers: counts,
    creatingBackMs: Math.max(0, ...failedAfter.map(({ answeredAt }) => answeredAt - faultEnd)),
    publishingBackMs: Math.max(...marks.slice(1).map((mark, index) => mark - (marks[index] ?? mark))),
    overIssued,
    ends,
    violations: [
      ...verdict.violations,
      ...[...flaws].map(([flaw, count]) => `${count} creations were answered: ${flaw}`),
      ...(overIssued > 0 ? [`the bucket gave ${overIssued.toFixed(1)} tokens too many`] : []),
      ...ends.filter((end) => end.includes('GIVEN UP')),
    ],
  };
}

async function callMoments({ platformUrl }: FaultInstallation): Promise<number[]> {
  const { json } = await send('GET', `${platformUrl}/platform/_control/pins`);
  return (json as { received_at: number }[]).map((pin) => pin.received_at).sort((a, b) => a - b);
}
