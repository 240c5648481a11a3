import { mapLimited } from '@pps/concurrency';
import { setTimeout as delay } from 'node:timers/promises';
import { caller } from '../../setup/caller';
import { startReceiver } from '../../webhooks/receiver';
import { blowPlan } from '../crash/blow-plan';
import { dealBlows } from '../crash/deal-blows';
import { installation } from '../installation/installation';
import { seededRandom } from '@pps/kernel/testing';
import { openWorkspace, type BoardAddress, type Workspace } from '../traffic/workspace';

export interface SchedulesCampaignOptions {
  readonly schedules: number;
  readonly kills: number;
  readonly freezes: number;
  /** Over which the random moments are spread. */
  readonly seconds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface SchedulesReport {
  readonly created: number;
  readonly done: number;
  readonly early: number;
  readonly doubled: number;
  readonly missed: number;
  /** How late those at random moments fired, in milliseconds. */
  readonly randomP50: number;
  readonly randomP99: number;
  /** From the second in which the others were due until the last of them had fired, in milliseconds. */
  readonly burstMs: number;
  readonly violations: readonly string[];
}

interface Told {
  readonly id: string;
  readonly run_at: string;
  readonly fired_at: string | null;
  readonly status: string;
  readonly last_error: string | null;
  readonly payload: { readonly title: string };
}

const settings = { DEFAULT_PLAN: 'pro', PACING_ACCOUNT: '1000/400', PACING_GLOBAL: '2000/800', RECONCILE_AFTER: '500ms,1s,2s' };
const creationsAtOnce = 8;
/** Calls on one board are serial. */
const boardsOfEach = 5;
const eachCreationMs = 60;
const settleWithinMs = 300_000;
const settleLookMs = 10_000;

/** Creates schedules, kills and freezes processes while they fire, and judges what the service and the platform say of them. */
export async function schedulesCampaign(options: SchedulesCampaignOptions): Promise<SchedulesReport> {
  const { schedules, kills, freezes, seconds, seed, log } = options;
  const [receiver, service] = [await startReceiver(), await installation(settings)];
  try {
    log(`first start ${Math.round(await service.start())} ms`);
    const workspaces: Workspace[] = [];
    for (const username of ['ada', 'bob']) {
      // Deliveries are another campaign's subject: here they would only take the processor from what is measured.
      const options = { usernames: [username], boardsOfEach, events: ['pin.failed', 'schedule.failed'] } as const;
      workspaces.push((await openWorkspace([caller(service.apiPort)], receiver.url, options))[0]);
    }
    const random = seededRandom(seed);
    const begins = Date.now() + Math.max(5_000, schedules * eachCreationMs);
    const burstAt = begins + Math.round(seconds * 500);
    const planned = Array.from({ length: schedules }, (_, index) => {
      const at = index % 2 === 0 ? begins + Math.round(random() * seconds * 1_000) : burstAt + Math.round(random() * 999);
      return { index, title: `schedule-${seed}-${index}`, run_at: new Date(at).toISOString(), isRandom: index % 2 === 0 };
    });
    await mapLimited(creationsAtOnce, planned, async ({ index, title, run_at }) => {
      const { boards, call } = workspaces[index % workspaces.length] as Workspace;
      const { accountId, boardId } = boards[Math.floor(index / workspaces.length) % boards.length] as BoardAddress;
      const pin = { account_id: accountId, board_id: boardId, title, image_url: 'https://images.example.com/door.jpg' };
      const { status, body } = await call('POST', '/v1/schedules', { ...pin, run_at });
      if (status !== 201) throw new Error(`a creation was answered ${status}: ${JSON.stringify(body)}`);
    });
    log(`${schedules} are created ${Math.round((begins - Date.now()) / 1_000)} s before the first is due`);
    await delay(Math.max(0, begins - Date.now()));
    const gap = Math.round((seconds * 1_000) / Math.max(1, kills + freezes));
    if (kills + freezes > 0) {
      const plan = blowPlan(seed, { kills, freezes, gapMs: [Math.round(gap / 2), gap], frozenMs: [1_000, 6_000] });
      await dealBlows(service, plan, log);
    }
    await delay(Math.max(0, begins + seconds * 1_000 - Date.now()));
    const told = await settled(workspaces, log);
    const randomTitles = new Set(planned.flatMap(({ title, isRandom }) => (isRandom ? [title] : [])));
    const counts = await publishedCounts(service.platformUrl);
    await service.stop();
    return judgeSchedules({ schedules, told, counts, randomTitles, burstAt });
  } finally {
    await service.discard(false);
    await receiver.stop();
  }
}

/** All schedules once none of them waits any more, or after five minutes. */
async function settled(workspaces: readonly Workspace[], log: (line: string) => void): Promise<Told[]> {
  for (const deadline = performance.now() + settleWithinMs; ; await delay(settleLookMs)) {
    const told = (await Promise.all(workspaces.map(readAll)).catch(() => null))?.flat();
    log(told ? `${told.filter(({ status }) => status === 'done').length} of ${told.length} are done` : 'the lists are not answered');
    const isSettled = told?.every(({ status }) => ['done', 'failed', 'canceled'].includes(status)) === true;
    if (told && (isSettled || performance.now() > deadline)) return told;
  }
}

async function readAll({ call }: Workspace): Promise<Told[]> {
  const all: Told[] = [];
  for (let page: Told[] | null = null; page === null || page.length === 200;) {
    const { status, body } = await call('GET', `/v1/schedules?limit=200&offset=${all.length}&sort=created_at_asc`);
    if (status !== 200) throw new Error(`the list was answered ${status}`);
    page = body as Told[];
    all.push(...page);
  }
  return all;
}

async function publishedCounts(platformUrl: string): Promise<ReadonlyMap<string, number>> {
  const pins = (await (await fetch(`${platformUrl}/platform/_control/pins`, { signal: AbortSignal.timeout(60_000) })).json()) as {
    title: string;
  }[];
  const counts = new Map<string, number>();
  for (const { title } of pins) counts.set(title, (counts.get(title) ?? 0) + 1);
  return counts;
}

interface Evidence {
  readonly schedules: number;
  readonly told: readonly Told[];
  readonly counts: ReadonlyMap<string, number>;
  readonly randomTitles: ReadonlySet<string>;
  readonly burstAt: number;
}

function judgeSchedules({ schedules, told, counts, randomTitles, burstAt }: Evidence): SchedulesReport {
  const firedMs = ({ fired_at }: Told) => (fired_at === null ? NaN : Date.parse(fired_at));
  const early = told.filter((each) => firedMs(each) < Date.parse(each.run_at));
  const doubled = [...counts].filter(([, count]) => count > 1).map(([title]) => title);
  const missed = told.filter(({ payload }) => !counts.has(payload.title));
  const late = told.filter(({ payload }) => randomTitles.has(payload.title)).map((each) => firedMs(each) - Date.parse(each.run_at));
  const lateness = late.filter((ms) => !Number.isNaN(ms)).sort((one, other) => one - other);
  const burst = told.filter(({ payload }) => !randomTitles.has(payload.title)).map(firedMs);
  const percentile = (share: number) => lateness[Math.min(lateness.length - 1, Math.floor(lateness.length * share))] ?? NaN;
  return {
    created: told.length,
    done: told.filter(({ status }) => status === 'done').length,
    early: early.length,
    doubled: doubled.length,
    missed: missed.length,
    randomP50: percentile(0.5),
    randomP99: percentile(0.99),
    burstMs: Math.max(...burst.filter((ms) => !Number.isNaN(ms))) - burstAt,
    violations: [
      ...(told.length === schedules ? [] : [`${told.length} of ${schedules} schedules are listed`]),
      ...early.map(({ id, fired_at, run_at }) => `${id} fired at ${fired_at}, before ${run_at}`),
      ...doubled.map((title) => `${title} is on the platform more than once`),
      ...missed.map(({ id, status, last_error }) => `${id} is not on the platform: ${status}, ${last_error}`),
    ],
  };
}
