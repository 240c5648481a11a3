import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { orTimeout, SingleFlight } from '@pps/concurrency';
import { checkpoints, databaseTroubleOf, type DatabaseTrouble } from '@pps/read-store';
import { describeQueueError } from '@pps/work-queue';
import { Health, type Check, type CheckResult } from './health';
import { projections } from '@projections/index';
import { APP, type App } from '../../foundation/bind-app';

const lagAllowedSeconds = 30;
/** So long a process that has just started is not sent requests while read models are built or NATS is on its way up. */
const startingMs = 30_000;
const silence: DatabaseTrouble = { problem: 'no_answer', reason: 'no answer' };
/** Shorter than the time of a check, which counts as a fault of the process. */
const patienceMs = 1_500;

/** What cannot be done without the database as it is now. */
export interface DatabaseDetail extends DatabaseTrouble {
  readonly reads: 'ok' | 'unavailable';
  readonly writes: 'ok' | 'unavailable';
}

/**
 * What `/health/ready` asks. Without the event store or the database a process can answer nothing, and with a clock that is far from the database's it
 * would write wrong times: then it is not ready; a projection that is behind or
 * stopped, or NATS, is shown and concerns only its own reads or the publishing.
 */
@Injectable()
export class DependencyChecks implements OnModuleInit {
  private readonly startedAt = performance.now();
  private readonly reached = new Set<string>();
  /** All projections are asked at once, so one read answers them all. */
  private readonly allCheckpoints = new SingleFlight(() => checkpoints.all(this.app.db, 'projection'));

  constructor(
    @Inject(APP) private readonly app: Pick<App, 'db' | 'store' | 'queue' | 'writes' | 'databaseClock'>,
    private readonly health: Health,
  ) {}

  onModuleInit(): void {
    this.health.registerCheck('event_store', async () => ({ ok: true, detail: { head: (await this.app.store.head()).toString() } }));
    this.health.registerCheck('database', () => this.database());
    this.health.registerCheck('clock', async () => this.clock());
    this.registerNarrow('work_queue', () => this.workQueue());
    for (const { name } of projections) this.registerNarrow(`projection_${name}`, () => this.projection(name));
  }

  /** A part whose absence leaves the process ready once it has been there, or once the process is no longer starting. */
  private registerNarrow(name: string, check: Check): void {
    this.health.registerCheck(name, async () => {
      const result = (await orTimeout(check(), patienceMs)) ?? { ok: false, detail: 'timed out' };
      if (result.ok) this.reached.add(name);
      const isStarting = !this.reached.has(name) && performance.now() - this.startedAt < startingMs;
      return result.ok || isStarting ? result : { ...result, degraded: true };
    });
  }

  /** A connection to a standby is refused by the pool, so reads fail with it; a full disk refuses the writes alone. */
  private async database(): Promise<CheckResult> {
    const read = this.app.db.raw('select 1').then(
      () => null,
      (error: unknown) => databaseTroubleOf(error),
    );
    const unread = await orTimeout(read, patienceMs);
    const reads = unread === undefined ? silence : unread;
    const trouble = reads ?? this.app.writes.trouble();
    if (!trouble) return { ok: true };
    const detail: DatabaseDetail = { reads: reads ? 'unavailable' : 'ok', writes: 'unavailable', ...trouble };
    return { ok: false, detail };
  }

  /** While it is away, workers look themselves for what is due: that begins some tenths of a second later. */
  private async workQueue(): Promise<CheckResult> {
    const trouble = await this.app.queue.trouble();
    if (!trouble) return { ok: true };
    return { ok: false, detail: { reason: describeQueueError(trouble.error), away_seconds: trouble.awayMs / 1000 } };
  }

  /** Times that the service writes are the database's; what others check by the machine's, as certificates and signed requests, fails where it is wrong. */
  private clock(): CheckResult {
    const aheadSeconds = this.app.databaseClock.machineTooFar();
    return aheadSeconds === null ? { ok: true } : { ok: false, detail: { ahead_of_database_seconds: aheadSeconds } };
  }

  /** Behind only by what came in the last seconds; one that stopped says so. */
  private async projection(name: string): Promise<CheckResult> {
    const known = await this.allCheckpoints.run();
    const checkpoint = known.find((candidate) => candidate.name === name && candidate.serving);
    if (!checkpoint) return { ok: false, detail: { state: 'not built yet' } };
    const stopped = checkpoint.refused !== null ? 'refused' : checkpoint.stoppedError !== null ? 'stopped' : null;
    if (stopped) return { ok: false, degraded: true, detail: { state: stopped, position: checkpoint.position.toString() } };
    const lagSeconds = Math.max(0, (this.app.databaseClock.now().getTime() - checkpoint.caughtUpAt.getTime()) / 1000);
    return {
      ok: lagSeconds < lagAllowedSeconds,
      detail: { state: 'running', position: checkpoint.position.toString(), lag_seconds: lagSeconds },
    };
  }
}
