import { ledDuties } from '@pps/leases';
import { countBacklog, checkpoints, isMaintained, skippedFacts, type Checkpoint, type SkippedFact } from '@pps/read-store';
import { alignColumns, oneLine } from './align-columns';
import type { Installation } from './on-installation';

const mostCounted = 20_000;

interface Line {
  readonly name: string;
  readonly version: number;
  readonly build: number;
  readonly state: string;
  readonly position: string;
  /** Events of the log that are still to be read; `more` when only so many were counted. */
  readonly lag_events: number;
  readonly lag_more: boolean;
  readonly lag_seconds: number;
  readonly error: string | null;
  readonly stopped_at: Checkpoint['stoppedFact'];
  readonly finding: string | null;
}

export interface Listing {
  readonly projections: readonly Line[];
  readonly skipped: readonly SkippedFact[];
}

/** Every build of every projection, how far it is behind, and every fact that was ever skipped. */
export async function listProjections({ db, store }: Installation): Promise<Listing> {
  const builds = (await checkpoints.all(db, 'projection')).sort(
    (a, b) => a.name.localeCompare(b.name) || a.version - b.version || a.build - b.build,
  );
  const head = await store.head();
  const led = await ledDuties(db);
  const lines: Line[] = [];
  for (const { name, version, build, position, stoppedError, stoppedFact, refused, finding, ...rest } of builds) {
    const { events, more, since } = await countBacklog(store, position, head, mostCounted);
    const state =
      refused !== null
        ? 'refused'
        : stoppedError !== null
          ? 'stopped'
          : finding !== null
            ? 'compared'
            : rest.serving
              ? 'serving'
              : 'building';
    lines.push({
      name,
      version,
      build,
      state: state !== 'serving' || isMaintained(led, { name, version }) ? state : 'serving (no projector)',
      position: position.toString(),
      lag_events: events,
      lag_more: more,
      lag_seconds: since === null ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1000),
      error: refused ?? stoppedError,
      stopped_at: stoppedFact,
      finding,
    });
  }
  return { projections: lines, skipped: await skippedFacts(db) };
}

/** The listing for a person. */
export function listingText({ projections: lines, skipped }: Listing): string {
  const header = ['NAME', 'VERSION', 'BUILD', 'STATE', 'POSITION', 'LAG', 'SECONDS', 'REMARK'];
  const table = alignColumns(
    header,
    lines.map((line) => [
      line.name,
      String(line.version),
      String(line.build),
      line.state,
      line.position,
      `${line.lag_events}${line.lag_more ? '+' : ''}`,
      line.lag_seconds.toFixed(1),
      oneLine(remarkOf(line)),
    ]),
  );
  if (skipped.length === 0) return table;
  const passedOver = alignColumns(
    ['PASSED OVER BY', 'VERSION', 'POSITION', 'FACT', 'STREAM', 'WHEN', 'WHO', 'WHY'],
    skipped.map((fact) => [
      fact.projection,
      String(fact.version),
      fact.position,
      `${fact.factType} ${fact.factId}`,
      fact.stream,
      fact.skippedAt.toISOString(),
      oneLine(fact.skippedBy),
      oneLine(fact.reason),
    ]),
  );
  return `${table}\n\n${passedOver}`;
}

const remarkOf = ({ state, error, stopped_at: fact, finding }: Line): string =>
  error === null
    ? (finding ?? '')
    : state === 'refused'
      ? error
      : `at ${fact ? `${fact.position} (${fact.type} ${fact.id} of ${fact.stream})` : 'an unknown fact'}: ${error}`;
