import type { LiveStates } from '@pps/event-store';
import { BulkPermits, ProjectionLag, type ProgressListener } from '@pps/read-store';
import { bulkLagSeconds, bulkWaiting, measureOnDemand, type Configuration } from '@pps/runtime';
import { awaitedProjections } from '@projections/index';

export interface BulkPermitsParts {
  readonly live: Pick<LiveStates, 'newestSeen'>;
  readonly progress: Pick<ProgressListener, 'observe' | 'next'>;
  readonly configuration: Pick<Configuration, 'BULK_LAG' | 'BULK_HELD' | 'REQUESTS_WAITING'>;
}

/** Permits of bulk work by what this process hears of the log and of the projections, wherever they run. */
export function openBulkPermits({ live, progress, configuration }: BulkPermitsParts): BulkPermits {
  const { BULK_LAG: longestLagMs, BULK_HELD: heldMs, REQUESTS_WAITING: queuePerKey } = configuration;
  const monotonic = () => performance.now();
  const names = awaitedProjections.map(({ name }) => name);
  const projectionLag = new ProjectionLag({ names, stalledMs: heldMs, monotonic });
  progress.observe(
    (name, position) => {
      projectionLag.noteHead(live.newestSeen());
      projectionLag.notePlace(name, position);
    },
    () => projectionLag.forgetPlaces(),
  );
  const lag = () => {
    projectionLag.noteHead(live.newestSeen());
    return projectionLag.current();
  };
  const bulk = new BulkPermits({ lag, moved: (ms) => progress.next(ms), longestLagMs, heldMs, queuePerKey, monotonic });
  measureOnDemand('bulk_waiting', async () => {
    bulkWaiting.set(bulk.backlog);
    bulkLagSeconds.set(lag() / 1_000);
  });
  return bulk;
}
