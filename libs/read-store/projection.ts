import type { RecordedFact } from '@pps/event-store';
import { createHash } from 'node:crypto';
import type { Transaction } from './database';

export interface ProjectionContext {
  readonly tx: Transaction;
  /** The physical name of one of the projection's tables in this version. */
  readonly table: (name: string) => string;
}

/** One read model: its tables and how facts become rows. Facts may come twice; the rows must be the same then. */
export interface Projection {
  readonly name: string;
  /** Raise it when tables or rules change: the new version is built beside the old one. */
  readonly version: number;
  readonly handles: readonly string[];
  /** Logical table names; each is readable as the views `read.<name>` and, for analysts, `analytics.<name>`. */
  readonly tables: readonly string[];
  /** Columns that analysts do not see: their shape may change any time. */
  readonly internalColumns?: readonly string[];
  readonly create: (context: ProjectionContext) => Promise<void>;
  readonly project: (facts: readonly RecordedFact[], context: ProjectionContext) => Promise<void>;
}

/** The first build of a version has no number in its name. */
export const physicalTable = ({ version }: Pick<Projection, 'version'>, name: string, build = 1): string =>
  `projection.${name}_v${version}${build === 1 ? '' : `_b${build}`}`;

export const contextOf = (projection: Projection, tx: Transaction, build = 1): ProjectionContext => ({
  tx,
  table: (name) => physicalTable(projection, name, build),
});

/** Projects facts one at a time, for projections that do not gain from batches. */
export const oneByOne =
  (project: (fact: RecordedFact, context: ProjectionContext) => Promise<void>): Projection['project'] =>
  async (facts, context) => {
    for (const fact of facts) await project(fact, context);
  };

/**
 * The duty that projectors of these versions share. While releases overlap, those of the older one feed its versions and those of the newer one
 * build theirs.
 */
export function projectorDuty(projections: readonly Projection[]): string {
  const versions = projections.map(({ name, version }) => `${name} ${version}`).sort();
  return `projections ${createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 12)}`;
}
