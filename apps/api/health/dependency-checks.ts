import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '@pps/event-store';
import { checkpoints, DATABASE, type Database } from '@pps/read-store';
import { Health, type CheckResult } from '@pps/runtime';
import { WORK_QUEUE, type WorkQueue } from '@pps/work-queue';
import { projections } from '@projections/index';

const lagAllowedSeconds = 30;

/** What `/health/ready` asks: each outside part, and how far each projection is behind. */
@Injectable()
export class DependencyChecks implements OnModuleInit {
  constructor(
    private readonly health: Health,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(WORK_QUEUE) private readonly queue: WorkQueue,
  ) {}

  onModuleInit(): void {
    this.health.registerCheck('event_store', async () => ({ ok: true, detail: { head: (await this.store.head()).toString() } }));
    this.health.registerCheck('database', async () => {
      await this.db.raw('select 1');
      return { ok: true };
    });
    this.health.registerCheck('work_queue', async () => ({ ok: await this.queue.reachable() }));
    for (const { name } of projections) this.health.registerCheck(`projection_${name}`, () => this.projection(name));
  }

  /** Behind only by what came in the last seconds; one that stopped says so. */
  private async projection(name: string): Promise<CheckResult> {
    const known = await checkpoints.all(this.db, 'projection');
    const checkpoint = known.find((candidate) => candidate.name === name && candidate.serving);
    if (!checkpoint) return { ok: false, detail: { state: 'not built yet' } };
    if (checkpoint.refused !== null) return { ok: false, detail: { state: 'refused', position: checkpoint.position.toString() } };
    if (checkpoint.stoppedError !== null) return { ok: false, detail: { state: 'stopped', position: checkpoint.position.toString() } };
    const lagSeconds = Math.max(0, (Date.now() - checkpoint.caughtUpAt.getTime()) / 1000);
    return {
      ok: lagSeconds < lagAllowedSeconds,
      detail: { state: 'running', position: checkpoint.position.toString(), lag_seconds: lagSeconds },
    };
  }
}
