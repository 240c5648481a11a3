import type { HandledFacts, RecordedFact } from '@pps/event-store';
import type { Transaction } from './database';
import type { TableSchema } from './projection-table';
import { askRemoval, rowsPerPortion, type RemovedOwner } from './removals.store';

export interface ProjectionContext {
  readonly tx: Transaction;
  /** The physical name of one of the projection's tables in this version. */
  readonly table: (name: string) => string;
  /** Removes an owner's rows: a first portion at once, the rest behind. Readers must not show what is left meanwhile. */
  readonly remove: (removed: RemovedOwner) => Promise<void>;
}

/** Removes at most so many rows of an owner by an index, and answers how many there were. */
type RemovePortion = (removed: RemovedOwner, most: number, context: ProjectionContext) => Promise<number>;

/** Among the types that a projection handles: every fact of the log, of whatever type. */
export const everyFact = '*';

/** Whether a fact is one that the projection handles. */
export const isHandled = ({ handles }: Pick<Projection, 'handles'>, { type }: Pick<RecordedFact, 'type'>): boolean =>
  handles.includes(type) || handles.includes(everyFact);

/** One read model: its tables and how facts become rows. Facts may come twice; the rows must be the same then. */
export interface Projection {
  readonly name: string;
  /** Raise it when tables or rules change, or the version of a fact that it handles: the new version is built beside the old one. */
  readonly version: number;
  /** Types of facts, or `everyFact`. */
  readonly handles: readonly string[];
  /** Logical table names; each is readable as the views `read.<name>` and, for analysts, `analytics.<name>`. */
  readonly tables: readonly string[];
  /** Columns that analysts do not see: their shape may change any time. */
  readonly internalColumns?: readonly string[];
  readonly create: (context: ProjectionContext) => Promise<void>;
  readonly project: (facts: readonly RecordedFact[], context: ProjectionContext) => Promise<void>;
  /** False for a fact of a handled type that changes no row; without it every one may. */
  readonly concerns?: (fact: RecordedFact) => boolean;
  /** Present where a fact may remove any number of rows. */
  readonly removePortion?: RemovePortion;
}

/** A projection by its tables and by the facts that it handles, each in its newest shape. */
export interface ProjectionDefinition<Handled extends RecordedFact> extends Pick<Projection, 'name' | 'version' | 'removePortion'> {
  readonly handles: HandledFacts<Handled>;
  readonly tables: readonly TableSchema[];
  readonly concerns?: (fact: Handled) => boolean;
  readonly project: (facts: readonly Handled[], context: ProjectionContext) => Promise<void>;
}

/**
 * Makes a projection of its tables, and gives it its facts typed. What only a newer release can read is left out: that release builds a version of its own, and the rows of
 * this one stay as they are.
 */
export function defineProjection<Handled extends RecordedFact>(definition: ProjectionDefinition<Handled>): Projection {
  const { name, version, handles, tables, project, concerns, removePortion } = definition;
  return {
    name,
    version,
    handles: handles.types,
    tables: tables.map((table) => table.name),
    internalColumns: tables.flatMap((table) => table.internalColumns),
    ...(concerns && {
      concerns: (recorded: RecordedFact) => {
        const fact = handles.read(recorded);
        return fact !== null && concerns(fact);
      },
    }),
    ...(removePortion && { removePortion }),
    create: async ({ tx, table }) => {
      for (const each of tables) await each.create(tx, table(each.name));
    },
    project: async (recorded, context) => {
      const facts = recorded.flatMap((fact) => handles.read(fact) ?? []);
      if (facts.length > 0) await project(facts, context);
    },
  };
}

/** The first build of a version has no number in its name. */
export const physicalTable = ({ version }: Pick<Projection, 'version'>, name: string, build = 1): string =>
  `projection.${name}_v${version}${build === 1 ? '' : `_b${build}`}`;

export function contextOf(projection: Projection, tx: Transaction, build = 1): ProjectionContext {
  const context: ProjectionContext = {
    tx,
    table: (name) => physicalTable(projection, name, build),
    async remove(removed) {
      if (!projection.removePortion) throw new Error(`${projection.name} does not say how its rows are removed`);
      const rows = await projection.removePortion(removed, rowsPerPortion, context);
      if (rows >= rowsPerPortion) await askRemoval(tx, { projection, build }, removed);
    },
  };
  return context;
}

/** Projects facts one at a time, for projections that do not gain from batches. */
export const oneByOne =
  <Handled extends RecordedFact>(project: (fact: Handled, context: ProjectionContext) => Promise<void>) =>
  async (facts: readonly Handled[], context: ProjectionContext): Promise<void> => {
    for (const fact of facts) await project(fact, context);
  };
