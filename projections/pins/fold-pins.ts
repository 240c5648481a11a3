import { happenedAt, type RecordedFact, idOf } from '@pps/event-store';
import { pinStream, type PinFact, type PinState, type PinView } from '@pps/pins/events';
import { runPrepared, type ProjectionContext } from '@pps/read-store';

interface Row {
  readonly pin_id: string;
  readonly revision: number;
  readonly queued_position: string;
  readonly folded: PinState & PinView;
}

/** Of a pin that was deleted. */
interface RemovedRow {
  readonly pin_id: string;
  readonly folded: null;
}

/** A pin's stream after the facts of a batch. */
export interface FoldedStream {
  readonly revision: number;
  readonly position: bigint;
  readonly queuedPosition: bigint | null;
  /** As it stood last, where it was deleted. */
  readonly state: PinState;
  /** As its row had it before the batch; null where there was none. */
  readonly before: PinView | null;
  readonly removal: { readonly removedAt: string; readonly removedFromPlatform: boolean } | null;
  /** Whether what searches look through may have changed. */
  readonly isSearchChanged: boolean;
}

const searchChanges: ReadonlySet<PinFact['type']> = new Set(['PinQueued', 'PinEdited', 'PinRetryRequested', 'PinDeleted']);

/** The pins of these facts that change by them. What was projected before, and everything about a pin that was deleted, is passed over. */
export async function foldPins(
  facts: readonly RecordedFact<PinFact>[],
  { tx, table }: ProjectionContext,
): Promise<Map<string, FoldedStream>> {
  const ids = [...new Set(facts.map(pinIdOf))];
  const { rows } = await runPrepared<{ rows: (Row | RemovedRow)[] }>(
    tx,
    `select pin_id, revision, queued_position, folded from ${table('pins')} where pin_id = any(array(select unnest(:ids::uuid[])))
     union all select pin_id, null, null, null from ${table('removed_pins')} where pin_id = any(array(select unnest(:ids::uuid[])))`,
    { ids },
  );
  const removed = new Set(rows.flatMap((row) => (row.folded ? [] : [row.pin_id])));
  const known = new Map(rows.flatMap((row) => (row.folded ? [[row.pin_id, row] as const] : [])));
  const changed = new Map<string, FoldedStream>();
  for (const fact of facts) {
    const id = pinIdOf(fact);
    if (removed.has(id)) continue;
    const entry = changed.get(id) ?? streamOf(known.get(id));
    if (fact.revision > entry.revision && !entry.removal) changed.set(id, folded(entry, fact));
  }
  return changed;
}

const pinIdOf = (fact: RecordedFact): string => idOf(fact, pinStream);

const streamOf = (row: Row | undefined): FoldedStream => ({
  revision: row?.revision ?? -1,
  position: -1n,
  queuedPosition: row ? BigInt(row.queued_position) : null,
  state: row?.folded ?? pinStream.decider.initial,
  before: row?.folded ?? null,
  removal: null,
  isSearchChanged: false,
});

function folded(entry: FoldedStream, fact: RecordedFact<PinFact>): FoldedStream {
  const isDeletion = fact.type === 'PinDeleted' && entry.state.kind === 'pin';
  return {
    revision: fact.revision,
    position: fact.position,
    queuedPosition: entry.queuedPosition ?? (fact.type === 'PinQueued' ? fact.position : null),
    // A stream that was given up before its pin was queued has no row: it is as if it began there, also within one batch.
    state: isDeletion
      ? entry.state
      : pinStream.decider.evolve(entry.state.kind === 'abandoned' ? pinStream.decider.initial : entry.state, fact, happenedAt(fact)),
    before: entry.before,
    removal: isDeletion ? { removedAt: fact.data.deletedAt, removedFromPlatform: fact.data.removedFromPlatform } : null,
    isSearchChanged: entry.isSearchChanged || searchChanges.has(fact.type),
  };
}
