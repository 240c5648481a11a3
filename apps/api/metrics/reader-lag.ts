import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { withTimeout } from '@pps/concurrency';
import { EVENT_STORE, type EventStore } from '@pps/event-store';
import { countBacklog, checkpoints, DATABASE, type Checkpoint, type Database } from '@pps/read-store';
import { gauge, measureOnDemand } from '@pps/runtime';

const patienceMs = 3_000;

const lagSeconds = gauge('log_reader_lag_seconds', 'Age of the oldest fact that a reader of the log has not handled; 0 at the head.', [
  'kind',
  'name',
]);
const behindHead = gauge('log_reader_behind', 'Whether a reader of the log has not reached its head: 1 or 0.', ['kind', 'name']);
const stopped = gauge(
  'log_reader_failing',
  'Whether a fact holds a reader up: a projection stopped at it, a process tries it again; 1 or 0.',
  ['kind', 'name'],
);
const gauges = [lagSeconds, behindHead, stopped];

/** How far projections and processes are behind the log, measured when somebody asks for the metrics. */
@Injectable()
export class ReaderLag implements OnModuleInit {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  onModuleInit(): void {
    measureOnDemand('lag of the readers', () => this.measure());
  }

  /** Takes at most 3 s; what cannot be measured is absent, so that an old figure is not taken for a new one. */
  private async measure(): Promise<void> {
    for (const each of gauges) each.reset();
    await withTimeout(this.measureAll(), patienceMs, 'lag of the readers').catch(() => undefined);
  }

  private async measureAll(): Promise<void> {
    const [projections, processes] = await Promise.all([checkpoints.all(this.db, 'projection'), checkpoints.all(this.db, 'process')]);
    const head = await this.store.head();
    const serving = projections.filter((checkpoint) => checkpoint.serving).map((checkpoint) => ({ kind: 'projection', checkpoint }));
    const readers = [...serving, ...processes.map((checkpoint) => ({ kind: 'process', checkpoint }))];
    await Promise.all(readers.map(({ kind, checkpoint }) => this.setGauges(kind, checkpoint, head)));
  }

  private async setGauges(kind: string, { name, position, stoppedError, refused }: Checkpoint, head: bigint): Promise<void> {
    const { since } = await countBacklog(this.store, position, head, 1);
    lagSeconds.set({ kind, name }, since === null ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1000));
    behindHead.set({ kind, name }, since === null ? 0 : 1);
    stopped.set({ kind, name }, stoppedError === null && refused === null ? 0 : 1);
  }
}
