import type { RecordedFact } from '@pps/event-store';
import type { PinFact } from '@pps/pins/events';
import type { ScheduleFact } from '@pps/schedules/events';
import type { Broken } from '../violations';

/** A schedule as its facts and the world's own events say, apart from the rules that are tested. */
interface Watched {
  readonly projectId: string;
  readonly epoch: number;
  readonly isProduction: boolean;
  title: string;
  runAt: string;
  /** When something has to happen to it at the latest; null where nothing has to. */
  dueAt: number | null;
  phase: 'waiting' | 'fired' | 'ended';
  /** When it was refused for the quota first, since it waits. */
  refusedSince: number | null;
  pins: number;
}

/** Take-over, frozen processes and a projection that lags take so long at most. */
const patienceMs = 6 * 60_000;
const checkedEveryMs = 15_000;
const triedForMs = 24 * 3_600_000;

/** Checks at every fact, and as time passes: never early, never twice, none missed, nothing of what was changed, canceled or reset. */
export class ScheduleWatch {
  readonly count = { created: 0, fired: 0, replacedUnits: 0, deferred: 0, advanced: 0, retried: 0, canceled: 0, failed: 0, completed: 0 };
  private readonly watched = new Map<string, Watched>();
  private readonly resets = new Map<string, { readonly epoch: number; readonly at: number }>();
  private checkedAt = 0;

  constructor(private readonly broken: Broken) {}

  take(recorded: RecordedFact, nowMs: number, now: number): void {
    if (recorded.stream.startsWith('schedule-')) this.schedule(recorded as RecordedFact<ScheduleFact>, nowMs, now);
    if (recorded.type === 'PinQueued') this.pinQueued((recorded as RecordedFact<Extract<PinFact, { type: 'PinQueued' }>>).data, now);
  }

  reset(projectId: string, epoch: number, now: number): void {
    this.resets.set(projectId, { epoch, at: now });
  }

  /** What is deferred is tried again when the plan is raised. */
  planChanged(isRaised: boolean, nowMs: number): void {
    if (!isRaised) return;
    for (const one of this.watched.values()) if (one.isProduction && one.refusedSince !== null) one.dueAt = nowMs;
  }

  /** Whether everything has ended that is not of an older epoch. */
  isSettled(): boolean {
    return [...this.watched.values()].every((one) => one.phase === 'ended' || this.resetAt(one) !== null);
  }

  step(nowMs: number, now: number): void {
    if (now < this.checkedAt + checkedEveryMs) return;
    this.checkedAt = now;
    for (const [id, one] of this.watched) {
      if (one.dueAt === null || one.dueAt + patienceMs > nowMs || this.resetAt(one) !== null) continue;
      this.broken('schedule missed', `${id} is ${one.phase} and was due ${nowMs - one.dueAt} ms ago`);
      one.dueAt = nowMs;
    }
  }

  private schedule(fact: RecordedFact<ScheduleFact>, nowMs: number, now: number): void {
    const id = fact.stream.slice('schedule-'.length);
    if (fact.type === 'ScheduleCreated') {
      const { projectId, epoch, content, runAt, simulated } = fact.data;
      const own = { projectId, epoch, isProduction: !simulated, title: content.title, runAt };
      this.watched.set(id, { ...own, dueAt: Date.parse(runAt), phase: 'waiting', refusedSince: null, pins: 0 });
      this.count.created += 1;
      return;
    }
    const one = this.watched.get(id);
    if (!one) return;
    switch (fact.type) {
      case 'ScheduleEdited': {
        const { content, runAt } = fact.data;
        Object.assign(one, { title: content.title, runAt, dueAt: Date.parse(runAt) });
        return;
      }
      case 'ScheduleFired':
        return this.fired(id, one, nowMs, now);
      case 'ScheduleUnitReplaced':
        this.count.replacedUnits += 1;
        return;
      case 'ScheduleDeferred': {
        const since = one.refusedSince ?? nowMs;
        const againAt = Math.min(since + triedForMs, startOfNextMonth(nowMs));
        Object.assign(one, { phase: 'waiting', refusedSince: since, dueAt: Math.max(againAt, nowMs) });
        this.count.deferred += 1;
        return;
      }
      case 'ScheduleTryAdvanced':
        this.count.advanced += 1;
        return;
      // Its pin's retry comes next, or not at all.
      case 'ScheduleRetryRequested':
        return;
      case 'ScheduleRetried':
        Object.assign(
          one,
          fact.data.pinId === undefined ? { phase: 'waiting', dueAt: nowMs, runAt: new Date(nowMs).toISOString() } : { phase: 'fired' },
        );
        one.refusedSince = null;
        this.count.retried += 1;
        return;
      case 'ScheduleCompleted':
        this.count.completed += 1;
        return this.end(one);
      case 'ScheduleFailed':
        this.count.failed += 1;
        return this.end(one);
      case 'ScheduleCanceled':
        this.count.canceled += 1;
        return this.end(one);
      case 'ScheduleDeleted':
        return this.end(one);
    }
  }

  private fired(id: string, one: Watched, nowMs: number, now: number): void {
    this.count.fired += 1;
    const earlyMs = Date.parse(one.runAt) - nowMs;
    if (earlyMs > 0) this.broken('schedule fired early', `${id}, by ${earlyMs} ms`);
    if (one.phase !== 'waiting') this.broken('schedule fired twice', `${id} had ${one.phase}`);
    this.checkReset(id, one, now);
    // Its pin has to be queued.
    Object.assign(one, { phase: 'fired', dueAt: nowMs, refusedSince: null });
  }

  private pinQueued(pin: Extract<PinFact, { type: 'PinQueued' }>['data'], now: number): void {
    const one = pin.scheduleId === undefined ? undefined : this.watched.get(pin.scheduleId);
    if (!one || pin.scheduleId === undefined) return;
    one.pins += 1;
    one.dueAt = null;
    if (one.phase !== 'fired') this.broken('pin of no fired schedule', `${pin.pinId} of ${pin.scheduleId}, which is ${one.phase}`);
    if (one.pins > 1) this.broken('schedule fired twice', `${pin.scheduleId} has ${one.pins} pins`);
    if (pin.content.title !== one.title)
      this.broken('fired as it was', `${pin.scheduleId} shows "${pin.content.title}" for "${one.title}"`);
    this.checkReset(pin.scheduleId, one, now);
  }

  /** What had begun to fire when the sandbox was reset may end; nothing begins. */
  private checkReset(id: string, one: Watched, now: number): void {
    const resetAt = this.resetAt(one);
    if (resetAt !== null && now > resetAt + patienceMs)
      this.broken('fired after the reset', `${id}, ${Math.round(now - resetAt)} ms later`);
  }

  private resetAt({ projectId, epoch }: Watched): number | null {
    const reset = this.resets.get(projectId);
    return reset && epoch < reset.epoch ? reset.at : null;
  }

  private end(one: Watched): void {
    Object.assign(one, { phase: 'ended', dueAt: null, refusedSince: null });
  }
}

function startOfNextMonth(ms: number): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}
