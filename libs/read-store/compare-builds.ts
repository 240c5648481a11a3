import type { Checkpoint } from './checkpoint.store';
import { graceMs, isTableMissing, type Database, type Transaction } from './database';
import { physicalTable } from './projection';

export interface TableComparison {
  readonly table: string;
  readonly rows: readonly [bigint, bigint];
  readonly equal: boolean;
}

export interface Comparison {
  /** The position of both when they were compared. */
  readonly position: bigint;
  readonly equal: boolean;
  readonly tables: readonly TableComparison[];
}

const timeoutMs = 10 * 60_000;

/**
 * Compares two builds of one version, table by table, by the number of rows and a digest that does not depend on their order. Both are read in one
 * snapshot of the database while they go on; null when they are not at the same position in it,
 * one still has rows to remove, or one was dropped meanwhile by another process. May take 10 min.
 */
export async function compareBuilds(
  db: Database,
  name: string,
  tables: readonly string[],
  one: Pick<Checkpoint, 'version' | 'build'>,
  other: Pick<Checkpoint, 'version' | 'build'>,
): Promise<Comparison | null> {
  const comparing = db.transaction(
    async (tx) => {
      await tx.raw(`set local statement_timeout = ${timeoutMs}`);
      const position = await readCommonPosition(tx, name, one, other);
      if (position === null) return null;
      const compared: TableComparison[] = [];
      for (const table of tables) {
        const [left, right] = [
          await digest(tx, physicalTable(one, table, one.build)),
          await digest(tx, physicalTable(other, table, other.build)),
        ];
        compared.push({
          table,
          rows: [BigInt(left.rows), BigInt(right.rows)],
          equal: left.rows === right.rows && left.digest === right.digest,
        });
      }
      return { position, equal: compared.every(({ equal }) => equal), tables: compared };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
  return comparing.catch((error: unknown) => {
    // A snapshot keeps rows, not tables: those of a build may go after its checkpoint was read.
    if (!isTableMissing(error)) throw error;
    return null;
  });
}

/** In words, for a log or a list. */
export function findingOf({ equal, tables }: Comparison): string {
  if (equal) return 'equal';
  const words = tables.filter((table) => !table.equal).map(({ table, rows: [one, other] }) => `${table} (${one} rows, rebuilt ${other})`);
  return `differs in ${words.join(', ')}`;
}

async function readCommonPosition(
  tx: Transaction,
  name: string,
  one: Pick<Checkpoint, 'version' | 'build'>,
  other: Pick<Checkpoint, 'version' | 'build'>,
): Promise<bigint | null> {
  const both = [one.version, one.build, other.version, other.build];
  const { rows } = await tx.raw<{ rows: { position: string }[] }>(
    `select position from read_store.checkpoint where kind = 'projection' and name = ? and (version, build) in ((?, ?), (?, ?))
       and not exists (select 1 from read_store.removal where projection = ? and (version, build) in ((?, ?), (?, ?)))`,
    [name, ...both, name, ...both],
  );
  const [left, right] = rows;
  return left && right && left.position === right.position ? BigInt(left.position) : null;
}

async function digest(tx: Transaction, table: string): Promise<{ rows: string; digest: string }> {
  const { rows } = await tx
    .raw<{ rows: { rows: string; digest: string }[] }>(
      `select count(*)::text as rows,
       coalesce(sum(hashtextextended(line, 0)::numeric), 0) || ' ' || coalesce(sum(hashtextextended(line, 1)::numeric), 0) as digest
     from (select row_of::text as line from ${table} row_of) as lines`,
    )
    .options({ query_timeout: timeoutMs + graceMs });
  return rows[0] ?? { rows: '0', digest: '' };
}
