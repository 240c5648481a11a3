import { admitByQuota, type QuotaOutlook } from './quota-outlook.policy';
import { BucketOutlook, type BucketNow } from './bucket-outlook.policy';

/** A schedule that has not fired. All moments here are milliseconds since 1970. */
export interface PendingSchedule {
  readonly scheduleId: string;
  readonly accountId: string;
  readonly runAtMs: number;
  /** When it is tried next, where the quota was used up at its time. */
  readonly deferredUntilMs?: number;
  /** Tokens of its account's and of the global bucket: 1, of a video 2. */
  readonly cost: number;
}

export interface ForecastQuestion {
  readonly nowMs: number;
  readonly schedules: readonly PendingSchedule[];
  /** Of every account that has a schedule: its bucket, and the tokens of its pins that wait already. */
  readonly accounts: ReadonlyMap<string, BucketNow & { readonly waitingTokens: number }>;
  readonly global: BucketNow;
  /** What other projects have waiting, and how many of them take turns with this one. */
  readonly others: { readonly tokens: number; readonly projects: number };
  readonly quota: QuotaOutlook;
}

/** Why a schedule slips. */
export type SlipReason = 'quota_exceeded' | 'account_rate_limited' | 'global_rate_limited';

export interface ForecastItem {
  readonly scheduleId: string;
  readonly accountId: string;
  readonly runAtMs: number;
  /** When its pin goes out; where the quota is not back within a day, when the quota is back. */
  readonly expectedAtMs: number;
  /** What holds it longest; null where it does not slip by a second. */
  readonly reason: SlipReason | null;
}

export interface Forecast {
  /** In the order of their times. */
  readonly items: readonly ForecastItem[];
  readonly quotaExhaustedAtMs: number | null;
}

/** Something that waits in an account's queue: a schedule's pin, or tokens of pins that wait already. */
interface Queued {
  readonly schedule: PendingSchedule | null;
  readonly readyMs: number;
  readonly cost: number;
}

interface AccountQueue {
  readonly bucket: BucketOutlook;
  readonly items: readonly Queued[];
  next: number;
  servedAt: number;
}

/** Tokens that wait already are taken in portions, so that a long queue costs no more than a short one. */
const waitingPortions = 500;

/**
 * A dry run of the project's schedules under quota and buckets, as if nothing more came: a schedule takes its unit when it is due and its pin
 * goes out when its account's bucket and the global one have tokens; accounts take turns, and so do projects while others have something
 * waiting. It costs about schedules × accounts steps.
 */
export function forecastStarts(question: ForecastQuestion): Forecast {
  const { nowMs, quota } = question;
  const due = [...question.schedules].sort(
    (a, b) => (a.deferredUntilMs ?? a.runAtMs) - (b.deferredUntilMs ?? b.runAtMs) || (a.scheduleId < b.scheduleId ? -1 : 1),
  );
  const { admitted, refused, exhaustedAtMs } = admitByQuota(due, nowMs, quota);
  const started = startInTurn(question, admitted);
  const items = [...started, ...refused.map(({ schedule, backAtMs }) => itemOf(schedule, backAtMs, 'quota_exceeded'))].sort(
    (a, b) => a.runAtMs - b.runAtMs || (a.scheduleId < b.scheduleId ? -1 : 1),
  );
  return { items, quotaExhaustedAtMs: exhaustedAtMs };
}

function startInTurn(
  question: ForecastQuestion,
  admitted: readonly { readonly schedule: PendingSchedule; readonly readyMs: number }[],
): ForecastItem[] {
  const global = new BucketOutlook(question.global, question.nowMs);
  const others = new OtherProjects(question.others, global);
  const queues = queuesOf(question, admitted);
  const items: ForecastItem[] = [];
  for (let served = 1; ; served++) {
    const first = earliest(queues);
    if (!first) return items;
    const opensMs = others.opensMs(Math.max(first.atMs, global.timeMs), first.item.cost);
    const chosen = queues.reduce((best, queue) => (isBefore(queue, best, opensMs) ? queue : best), first.queue);
    const item = headOf(chosen);
    if (!item) throw new Error('a queue was chosen that has nothing to start');
    const accountMs = Math.max(item.readyMs, chosen.bucket.opensMs(item.readyMs, item.cost));
    const startMs = others.start(Math.max(accountMs, global.timeMs), item.cost);
    chosen.bucket.take(startMs, item.cost);
    Object.assign(chosen, { next: chosen.next + 1, servedAt: served });
    if (item.schedule) items.push(itemOf(item.schedule, startMs, slipReason(item, accountMs, startMs)));
  }
}

/** Whether a queue's head may start by then and its turn comes before the other's. */
function isBefore(queue: AccountQueue, best: AccountQueue, opensMs: number): boolean {
  const item = headOf(queue);
  if (!item || queue.servedAt >= best.servedAt) return false;
  return Math.max(item.readyMs, queue.bucket.opensMs(item.readyMs, item.cost)) <= opensMs;
}

function earliest(queues: readonly AccountQueue[]): { readonly queue: AccountQueue; readonly item: Queued; readonly atMs: number } | null {
  let first: { readonly queue: AccountQueue; readonly item: Queued; readonly atMs: number } | null = null;
  for (const queue of queues) {
    const item = headOf(queue);
    if (!item) continue;
    const atMs = Math.max(item.readyMs, queue.bucket.opensMs(item.readyMs, item.cost));
    if (!first || atMs < first.atMs) first = { queue, item, atMs };
  }
  return first;
}

const headOf = (queue: AccountQueue): Queued | undefined => queue.items[queue.next];

/** One for each account, what waits already first. */
function queuesOf(
  { nowMs, accounts }: ForecastQuestion,
  admitted: readonly { readonly schedule: PendingSchedule; readonly readyMs: number }[],
): AccountQueue[] {
  const byAccount = new Map([...accounts].map(([accountId, { waitingTokens }]) => [accountId, waitingItems(waitingTokens, nowMs)]));
  for (const { schedule, readyMs } of admitted) byAccount.get(schedule.accountId)?.push({ schedule, readyMs, cost: schedule.cost });
  return [...accounts].map(([accountId, bucket]) => {
    return { bucket: new BucketOutlook(bucket, nowMs), items: byAccount.get(accountId) ?? [], next: 0, servedAt: 0 };
  });
}

function waitingItems(tokens: number, readyMs: number): Queued[] {
  const portion = Math.max(1, Math.ceil(tokens / waitingPortions));
  return Array.from({ length: Math.ceil(tokens / portion) }, (_, index) => {
    return { schedule: null, readyMs, cost: Math.min(portion, tokens - index * portion) };
  });
}

const secondMs = 1_000;
/** No moment after it can be written with a year of four digits. */
export const lastMomentMs = Date.parse('9999-12-31T23:59:59.999Z');

const itemOf = ({ scheduleId, accountId, runAtMs }: PendingSchedule, expectedAtMs: number, reason: SlipReason | null): ForecastItem => ({
  ...{ scheduleId, accountId, runAtMs, expectedAtMs: Math.min(expectedAtMs, lastMomentMs) },
  reason: expectedAtMs - runAtMs < secondMs ? null : reason,
});

function slipReason({ schedule, readyMs }: Queued, accountMs: number, startMs: number): SlipReason {
  const waits: readonly (readonly [SlipReason, number])[] = [
    [
      'quota_exceeded',
      schedule?.deferredUntilMs !== undefined || isMonthTurn(readyMs, schedule) ? readyMs - (schedule?.runAtMs ?? readyMs) : 0,
    ],
    ['account_rate_limited', accountMs - readyMs],
    ['global_rate_limited', startMs - accountMs],
  ];
  return waits.reduce((longest, wait) => (wait[1] > longest[1] ? wait : longest))[0];
}

/** It was due earlier, and waited for the quota of a new month. */
const isMonthTurn = (readyMs: number, schedule: PendingSchedule | null): boolean =>
  schedule !== null && new Date(readyMs).getUTCMonth() !== new Date(schedule.runAtMs).getUTCMonth();

/** What waits of the other projects: it takes the tokens that this project leaves, and alternates with it for the others. */
class OtherProjects {
  private tokens: number;
  private readonly turns: number;

  constructor(
    { tokens, projects }: ForecastQuestion['others'],
    private readonly global: BucketOutlook,
  ) {
    this.tokens = tokens;
    this.turns = Math.max(0, projects - 1);
  }

  /** From when on this project's next call may start, that is ready at `fromMs`. */
  opensMs(fromMs: number, cost: number): number {
    const { idle, before } = this.goingFirst(fromMs, cost);
    return this.global.opensMs(fromMs, cost, idle + before);
  }

  /** Starts a call that is ready at `fromMs` as soon as there are tokens; when it starts. */
  start(fromMs: number, cost: number): number {
    const { idle, before } = this.goingFirst(fromMs, cost);
    this.tokens -= idle + before;
    // They take theirs as tokens come, which the bucket shows as owed.
    this.global.take(fromMs, idle + before);
    const startMs = this.global.opensMs(fromMs, cost);
    this.global.take(startMs, cost);
    return startMs;
  }

  /** What the others take until then, when nobody else asks, and in turn with the call. */
  private goingFirst(fromMs: number, cost: number): { readonly idle: number; readonly before: number } {
    const idle = Math.min(this.tokens, Math.max(0, Math.floor(this.global.tokensAt(fromMs))));
    return { idle, before: Math.min(this.tokens - idle, cost * this.turns) };
  }
}
