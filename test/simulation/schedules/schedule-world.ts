import { Streams, StreamStateCache, type NewFact, type RecordedFact } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { derivedId } from '@pps/kernel';
import { seededRandom } from '@pps/kernel/testing';
import { QuotaWatch } from '../quota-watch';
import { Violations } from '../violations';
import { VirtualLog } from '../virtual-log';
import { VirtualProcess } from '../virtual-process';
import { VirtualTime } from '../virtual-time';
import { soundScheduleParts, type ScheduleParts } from './schedule-parts';
import { ScheduleQueue } from './schedule-queue';
import { ScheduleWatch } from './schedule-watch';

export type Project = 'production' | 'sandbox';

const organizationId = derivedId('organization');
const projectIds = { production: derivedId('production'), sandbox: derivedId('sandbox') };
const statesCached = 2_000;

/** The world that schedules fire in, on a clock, a log and a read model that only exist in memory: who may publish what, and how much. */
export class ScheduleWorld {
  readonly time = new VirtualTime();
  readonly random: () => number;
  readonly parts: ScheduleParts;
  readonly queue = new ScheduleQueue();
  readonly violations = new Violations();
  readonly quota = new QuotaWatch(this.violations.broken);
  readonly watch: ScheduleWatch;
  readonly log: VirtualLog;
  /** By how much the clocks of the processes are wrong; the database's is right. */
  clockOffsetMs = 0;
  projectionLagMs = 20;
  /** Of the process that fires. */
  leaseEpoch = 0n;
  /** Pins a month, by the production project's plan. */
  limit: number;
  sandboxEpoch = 0;
  readonly revokedAt = new Map<string, string>();
  readonly needsConsent = new Set<string>();
  readonly boardsGone = new Set<string>();
  readonly assetsDeleted = new Set<string>();
  /** Every fact, in order. */
  readonly facts: RecordedFact[] = [];
  private readonly observers: ((fact: RecordedFact) => void)[] = [];
  private readonly wakers = new Set<() => void>();

  constructor(
    seed: number,
    readonly options: { readonly begin: number; readonly limit: number; readonly parts?: Partial<ScheduleParts> },
  ) {
    this.random = seededRandom(seed);
    this.parts = { ...soundScheduleParts, ...options.parts };
    this.limit = options.limit;
    this.watch = new ScheduleWatch(this.violations.broken);
    this.log = new VirtualLog(this.databaseClock, (fact) => this.observe(fact));
    this.onFact((fact) => this.project(fact));
  }

  /** The database's clock, in milliseconds. */
  readonly databaseNow = (): number => Math.floor(this.options.begin + this.time.now);
  readonly databaseClock = (): Date => new Date(this.databaseNow());
  /** The clock of a process. */
  readonly clock = (): Date => new Date(this.databaseNow() + this.clockOffsetMs);
  readonly monotonic = (): number => this.time.now;
  readonly wayMs = (): number => 0.5 + this.random() * 3;

  onFact(observer: (fact: RecordedFact) => void): void {
    this.observers.push(observer);
  }

  streamsOf(process: VirtualProcess): Streams {
    const log = this.parts.log(this.log.seenBy(process, this.wayMs));
    return new Streams(log, new StreamStateCache(statesCached), this.log, { pause: (ms) => process.sleep(ms), random: this.random });
  }

  /** Appends a fact that no use case of this world makes, at once. */
  record(stream: string, fact: Pick<NewFact, 'type' | 'data'>, project: Project = 'production'): void {
    const past = this.log.read(stream);
    const occurredAt = this.databaseClock().toISOString();
    const metadata = { actor: { type: 'system' as const }, occurredAt, schemaVersion: 1, organizationId, projectId: projectIds[project] };
    const id = derivedId('recorded', stream, past.length);
    this.log.append(stream, [{ id, ...fact, metadata }], past.length === 0 ? 'no_stream' : past.length - 1);
  }

  /** A user of the project as it is now. */
  principal(project: Project): Principal {
    return {
      ...{ kind: 'session', userId: derivedId('user'), organizationId, projectId: projectIds[project], environment: project },
      ...{ epoch: this.epochOf(projectIds[project]), scopes: ['read', 'write', 'destructive'], accountIds: null, asOf: 0n },
    };
  }

  epochOf = (projectId: string): number => (projectId === projectIds.sandbox ? this.sandboxEpoch : 0);

  /** The plan becomes another one. */
  changePlan(limit: number): void {
    this.watch.planChanged(limit > this.limit, this.databaseNow());
    this.limit = limit;
    const data = { plan: 'pro', changedAt: this.databaseClock().toISOString() };
    this.record(`billing-${organizationId}`, { type: 'PlanChanged', data });
  }

  resetSandbox(): void {
    this.sandboxEpoch += 1;
    this.watch.reset(projectIds.sandbox, this.sandboxEpoch, this.time.now);
    const data = { epoch: this.sandboxEpoch, resetAt: this.databaseClock().toISOString() };
    this.record(`project-${projectIds.sandbox}`, { type: 'SandboxReset', data }, 'sandbox');
  }

  revoke(accountId: string): void {
    const revokedAt = this.databaseClock().toISOString();
    this.revokedAt.set(accountId, revokedAt);
    this.record(`connection-${accountId}`, { type: 'AccountRevoked', data: { accountId, projectId: projectIds.production, revokedAt } });
  }

  /** Resolves when the queue changes, or after so many milliseconds. */
  queueChange(process: VirtualProcess, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.wakers.delete(wake);
        resolve();
      };
      this.wakers.add(wake);
      void process.sleep(ms).then(wake);
    });
  }

  /** Lets so much time pass and checks the promises on the way, up to the first that is broken. */
  async run(ms: number): Promise<void> {
    const until = this.time.now + ms;
    this.time.at(until, () => undefined);
    await this.time.run(() => {
      this.watch.step(this.databaseNow(), this.time.now);
      this.quota.step(this.time.now);
      return this.time.now >= until || this.violations.count > 0;
    });
  }

  private observe(fact: RecordedFact): void {
    this.facts.push(fact);
    this.quota.take(fact, this.time.now);
    this.watch.take(fact, this.databaseNow(), this.time.now);
    for (const observer of this.observers) observer(fact);
  }

  private project(fact: RecordedFact): void {
    const seen = this.parts.projected(fact);
    if (!seen) return;
    this.time.after(this.projectionLagMs, () => {
      this.queue.take(seen);
      for (const wake of [...this.wakers]) wake();
    });
  }
}
