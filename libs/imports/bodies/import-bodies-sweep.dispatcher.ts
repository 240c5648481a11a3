import type { Pause } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import type { Leadership } from '@pps/leases';
import type { PresentEpoch } from '@pps/workspaces/events';
import { importStream } from '../import/import.stream';
import type { ImportBodies } from './import-bodies.store';
import { rowNumbersToRetain } from '../import/import-view';

export interface ImportBodiesSweepDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly bodies: Pick<ImportBodies, 'findLongOpen' | 'keepFailedRows' | 'removeLongOpen' | 'removeOutdated'>;
  /** Whether a project is in this epoch: the files of a sandbox go with its reset. */
  readonly presentEpoch: PresentEpoch;
  readonly pause: Pause;
  readonly onError: (error: unknown) => void;
}

export const importBodiesDuty = 'import-bodies-sweep';

/** Longer than a request takes between storing a file and its fact. */
const openForMinutes = 5;
const pageSize = 100;
const everyMs = 60_000;

/** Removes what crashes have left of files: those that no import came of or whose sandbox was reset, the done rows of imports that ended, failed rows after 30 days. */
export async function runImportBodiesSweep(deps: ImportBodiesSweepDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await sweepImportBodies(deps, signal).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}

export async function sweepImportBodies({ streams, bodies, presentEpoch }: ImportBodiesSweepDeps, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  do {
    const page: string[] = await bodies.findLongOpen(openForMinutes, after, pageSize);
    for (const jobId of page) {
      const { state } = await streams.load(importStream, jobId);
      if (state.kind === 'none' || !(await presentEpoch(state))) await bodies.removeLongOpen(jobId, openForMinutes);
      else if (state.phase === 'ended') await bodies.keepFailedRows(jobId, rowNumbersToRetain(state));
    }
    after = page.at(-1) ?? null;
  } while (after !== null && !signal.aborted);
  while (!signal.aborted && (await bodies.removeOutdated()) > 0);
}
