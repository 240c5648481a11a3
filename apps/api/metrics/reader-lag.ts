import type { EventStore } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { type Database, checkpoints, countBacklog, type Checkpoint } from '@pps/read-store';
import type { GaugeSample, MeasuredGauges } from '@pps/runtime';
import type { WorkQueue } from '@pps/work-queue';

/** What the metrics of the whole installation are measured by. */
export interface MetricsDeps {
  readonly db: Database;
  readonly store: EventStore;
  readonly queue: Pick<WorkQueue, 'trouble'>;
  /** The database's, as the moments are that it is compared with. */
  readonly clock: Clock;
}

const labels = ['kind', 'name'];
const promise = 'Reads show what was written; facts are answered by mails, webhooks and quota.';

/** How far projections and processes are behind the log. */
export const readerLag: MeasuredGauges<MetricsDeps> = {
  gauges: {
    log_reader_lag_seconds: { help: 'Age of the oldest fact that a reader of the log has not handled; 0 at the head.', promise, labels },
    log_reader_behind: { help: 'Whether a reader of the log has not reached its head: 1 or 0.', promise, labels },
    log_reader_failing: {
      help: 'Whether a fact holds a reader up: a projection stopped at it, a process tries it again; 1 or 0.',
      promise,
      labels,
    },
  },
  async measure({ db, store, clock }) {
    const [projections, processes] = await Promise.all([checkpoints.all(db, 'projection'), checkpoints.all(db, 'process')]);
    const head = await store.head();
    const samplesOf = async (kind: string, { name, position, stoppedError, refused }: Checkpoint): Promise<GaugeSample[]> => {
      const { since } = await countBacklog(store, position, head, 1);
      const lag = since === null ? 0 : Math.max(0, (clock().getTime() - since.getTime()) / 1000);
      const isHeldUp = stoppedError !== null || refused !== null;
      return [
        { gauge: 'log_reader_lag_seconds', labels: { kind, name }, value: lag },
        { gauge: 'log_reader_behind', labels: { kind, name }, value: Number(since !== null) },
        { gauge: 'log_reader_failing', labels: { kind, name }, value: Number(isHeldUp) },
      ];
    };
    const samples = await Promise.all([
      ...projections.filter(({ serving }) => serving).map((checkpoint) => samplesOf('projection', checkpoint)),
      ...processes.map((checkpoint) => samplesOf('process', checkpoint)),
    ]);
    return samples.flat();
  },
};
