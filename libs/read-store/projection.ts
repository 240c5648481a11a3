import type { RecordedFact } from '@pps/event-store';
import type { Transaction } from './database';

export interface ProjectionContext {
  readonly tx: Transaction;
  /** The physical name of one of the projection's tables in this version. */
  readonly table: (name: string) => string;
}

/** One read model: its tables and how facts become rows. Any number of facts may be given twice; rows must come out the same. */
export interface Projection {
  readonly name: string;
  /** Raise it when tables or rules change: the new version is built beside the old one. */
  readonly version: number;
  readonly handles: readonly string[];
  /** Logical table names; each is readable as the view `read.<name>`. */
  readonly tables: readonly string[];
  readonly create: (context: ProjectionContext) => Promise<void>;
  readonly project: (facts: readonly RecordedFact[], context: ProjectionContext) => Promise<void>;
}

export const physicalTable = (projection: Projection, name: string): string => `projection.${name}_v${projection.version}`;

export const contextOf = (projection: Projection, tx: Transaction): ProjectionContext => ({
  tx,
  table: (name) => physicalTable(projection, name),
});

/** Facts one at a time, for projections whose rows do not gain from batches. */
export const oneByOne =
  (project: (fact: RecordedFact, context: ProjectionContext) => Promise<void>): Projection['project'] =>
  async (facts, context) => {
    for (const fact of facts) await project(fact, context);
  };
