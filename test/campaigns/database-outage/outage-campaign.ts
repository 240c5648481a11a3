import { seededRandom } from '@pps/kernel/testing';
import { checkpoints, openDatabase } from '@pps/read-store';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../../apps/simulators/testing';
import { startReceiver } from '../../webhooks/receiver';
import { gather } from '../evidence/evidence';
import { judge, type Verdict } from '../evidence/judge';
import { createSteadily } from '../faults/steady-client';
import { createPins } from '../traffic/create-in-batches';
import { openWorkspace } from '../traffic/workspace';
import { outageInstallation, type OutageInstallation } from './outage-installation';
import type { OutageKind } from './ways-to-database';

export interface OutageOptions {
  readonly outages: number;
  readonly seed: number;
  readonly perSecond: number;
  readonly shortestMs: number;
  readonly longestMs: number;
  /** So long a publication may be away after the database is back; 3 s. */
  readonly backWithinMs?: number;
  readonly log: (line: string) => void;
}

export interface OutageReport extends Verdict {
  readonly kind: OutageKind;
  /** Of each outage: from its end to the next publication, and the longest time without one until the outage after it began. */
  readonly backMs: readonly number[];
}

const settings = {
  DEFAULT_PLAN: 'pro',
  PACING_ACCOUNT: '1000/200',
  PACING_GLOBAL: '1000/200',
  RECONCILE_AFTER: '300ms,700ms,1500ms',
  WEBHOOK_TARGETS: 'any',
};
// One board, as an outcome that is wrongly taken for unknown holds up all of it.
const beginMs = 4_000;
const calmMs = 2_500;
const publishedWithinMs = 90_000;
const answersWithinMs = 120_000;
const endWithinMs = 900_000;
const quietMs = 2_000;
const pollMs = 200;

interface Outage {
  readonly beginAt: number;
  readonly endAt: number;
}

/** Takes the database away again and again while pins are created and published, then judges recovery and what became of the pins. */
export async function outageCampaign(kind: OutageKind, options: OutageOptions): Promise<OutageReport> {
  const { perSecond, log, backWithinMs = 3_000 } = options;
  const receiver = await startReceiver();
  const service = await outageInstallation(kind, settings, log).catch(async (error: unknown) => {
    await receiver.stop();
    throw error;
  });
  const givingUp = new AbortController();
  setMaxListeners(0, givingUp.signal);
  try {
    const [workspace] = await openWorkspace([service.api], receiver.url);
    const client = createSteadily(workspace, perSecond);
    await delay(beginMs);
    const outages = await takeAwayOften(service, kind, options);
    const loadEnd = Date.now();
    const timer = setTimeout(() => givingUp.abort(), answersWithinMs);
    const creations = await client.finish(givingUp.signal);
    const repeats = await createPins(workspace, client.titles, { parallel: 4, signal: givingUp.signal });
    clearTimeout(timer);
    const judgeNow = async () => judge(await gather(service.platformUrl, workspace, { creations, repeats, received: receiver.received }));
    for (const deadline = performance.now() + endWithinMs; performance.now() < deadline; await delay(1_000)) {
      if ((await judgeNow()).violations.length === 0) break;
    }
    await delay(quietMs);
    const verdict = await judgeNow();
    const backMs = gapsAfter(outages, await callMoments(service), loadEnd);
    return {
      ...verdict,
      kind,
      backMs,
      violations: [...verdict.violations, ...(await stoppedReaders(service)), ...lateOnes(backMs, backWithinMs)],
    };
  } catch (error) {
    for (const line of service.lastWords().slice(-30)) log(line);
    throw error;
  } finally {
    givingUp.abort();
    await service.discard();
    await receiver.stop();
  }
}

async function takeAwayOften(
  service: OutageInstallation,
  kind: OutageKind,
  { outages, seed, shortestMs, longestMs, log, backWithinMs = 3_000 }: OutageOptions,
): Promise<Outage[]> {
  const random = seededRandom(seed);
  const done: Outage[] = [];
  for (let number = 1; number <= outages; number += 1) {
    // As many short ones as long ones, by orders of magnitude.
    const ms = Math.round(shortestMs * (longestMs / shortestMs) ** random());
    await service.way.takeAway();
    const beginAt = Date.now();
    await delay(ms);
    await service.way.giveBack();
    const endAt = Date.now();
    done.push({ beginAt, endAt });
    const backMs = await firstPublicationAfter(service, endAt);
    log(`${kind} ${number} of ${outages}: away for ${shown(endAt - beginAt)}, published again after ${shown(backMs)}`);
    if (backMs > backWithinMs) for (const line of service.lastWords().slice(-30)) log(line);
    await delay(calmMs + 1_000 * random());
  }
  return done;
}

const shown = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** The milliseconds until something was published, or those that were waited for it. */
async function firstPublicationAfter(service: OutageInstallation, moment: number): Promise<number> {
  for (;;) {
    const call = (await callMoments(service)).find((each) => each > moment);
    if (call !== undefined) return call - moment;
    if (Date.now() - moment > publishedWithinMs) return Date.now() - moment;
    await delay(pollMs);
  }
}

/** Of each outage the longest time without a publication after it, while there was something to publish. */
function gapsAfter(outages: readonly Outage[], calls: readonly number[], loadEnd: number): number[] {
  return outages.map(({ endAt }, index) => {
    const until = outages[index + 1]?.beginAt ?? loadEnd;
    const marks = [endAt, ...calls.filter((call) => call > endAt && call < until), until];
    return Math.max(...marks.slice(1).map((mark, nth) => mark - (marks[nth] ?? mark)));
  });
}

const lateOnes = (backMs: readonly number[], withinMs: number): string[] =>
  backMs.flatMap((ms, index) => (ms > withinMs ? [`after outage ${index + 1} nothing was published for ${shown(ms)}`] : []));

async function stoppedReaders({ databaseUrl, lastWords }: OutageInstallation): Promise<string[]> {
  const db = openDatabase(databaseUrl, 1);
  const known = await checkpoints.all(db, 'projection').finally(() => db.destroy());
  return [
    ...known.filter(({ stoppedError }) => stoppedError !== null).map(({ name, stoppedError }) => `${name} has stopped: ${stoppedError}`),
    ...lastWords().filter((line) => line.includes('stopped at a fact')),
  ];
}

async function callMoments({ platformUrl }: OutageInstallation): Promise<number[]> {
  const { json } = await send('GET', `${platformUrl}/platform/_control/pins`);
  return (json as { received_at: number }[]).map((pin) => pin.received_at).sort((a, b) => a - b);
}
