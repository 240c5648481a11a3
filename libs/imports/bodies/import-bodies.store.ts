import { Rejected } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';
import { jsonb, runByIndex, type Database, type Transaction } from '@pps/read-store';

/** The pin that a row of a file asks for. */
export interface RowRequest {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
  readonly idempotencyKey: string;
  /** When it is to be published, UTC; null: as soon as the pace allows. */
  readonly runAt: string | null;
}

/** Why a row is no request. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  /** The account that the row names, where that much could be read. */
  readonly accountId?: string;
}

interface ImportOwner {
  readonly jobId: string;
  readonly projectId: string;
  readonly epoch: number;
}

export interface StoredRow {
  readonly rowNumber: number;
  /** As the client gave it. */
  readonly given: unknown;
  readonly request: RowRequest | null;
  readonly fault: RowFault | null;
}

/** 5 MB in parts that PostgreSQL takes at once. */
const rowsPerStatement = 100;
/** How long a client may fetch the failed rows of an import, unless the settings say otherwise. */
const failedRowsForMs = 30 * 86_400_000;
const removedAtOnce = 100;
const retryAfterSeconds = 30;

/** The rows of files until they are done, and of the failed ones until `failedRowsKeptMs` later (30 days). */
export class ImportBodies {
  constructor(
    private readonly db: Database,
    private readonly waitingAtMost: number,
    private readonly failedRowsKeptMs = failedRowsForMs,
  ) {}

  /** Stores all rows or none, instead of those that an earlier call of the same request has left. Throws `Rejected('rate_limited')` where the project has too many files waiting. */
  async save({ jobId, projectId, epoch }: ImportOwner, rows: readonly StoredRow[], roundedKeys: readonly RoundedKey[] = []): Promise<void> {
    await this.db.transaction(async (tx) => {
      // One at a time for a project, so that the count holds over all processes.
      await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`imports ${projectId}`]);
      const [counted] = (await tx('imports.body')
        .where({ project_id: projectId, epoch })
        .whereNull('ended_at')
        .whereNot({ job_id: jobId })
        .count()) as {
        count: string;
      }[];
      if (Number(counted?.count ?? 0) >= this.waitingAtMost) {
        const context = { retry_after_seconds: retryAfterSeconds, waiting_imports: this.waitingAtMost };
        throw new Rejected('rate_limited', `At most ${this.waitingAtMost} imports of a project wait at once`, context);
      }
      await tx('imports.body').where({ job_id: jobId }).delete();
      await tx('imports.body').insert({ job_id: jobId, project_id: projectId, epoch });
      for (let from = 0; from < rows.length; from += rowsPerStatement) {
        const some = rows.slice(from, from + rowsPerStatement).map(({ rowNumber, given, request, fault }) => ({
          ...{ job_id: jobId, row_number: rowNumber, given: given ?? null },
          ...{ request: request ?? undefined, fault: fault ?? undefined },
        }));
        await tx.raw('insert into imports.row select * from jsonb_populate_recordset(null::imports.row, ?::jsonb)', [jsonb(some)]);
      }
      await saveRoundedKeys(tx, { jobId, projectId, epoch }, roundedKeys);
    });
  }

  /** The keys of other imports of the project, with the same content, that a program may have rounded to these. */
  findRoundedKeys(owner: ImportOwner, asked: readonly Pick<RoundedKey, 'contentHash' | 'rounded'>[]): Promise<RoundedKey[]> {
    return findRoundedKeys(this.db, owner, asked);
  }

  /** At most `count` rows from a row on, in order. */
  async read(jobId: string, fromRow: number, count: number): Promise<StoredRow[]> {
    const rows = (await this.db('imports.row')
      .where({ job_id: jobId })
      .andWhere('row_number', '>=', fromRow)
      .andWhere('row_number', '<', fromRow + count)
      .orderBy('row_number')) as { row_number: number; given: unknown; request: RowRequest | null; fault: RowFault | null }[];
    return rows.map(({ row_number, ...row }) => ({ rowNumber: row_number, ...row }));
  }

  /** What the client gave as these rows, by their numbers; without those that are no longer kept. */
  async readGiven(jobId: string, rowNumbers: readonly number[]): Promise<Map<number, StoredRow>> {
    const rows = (await this.db('imports.row')
      .where({ job_id: jobId })
      .whereIn('row_number', [...rowNumbers])) as {
      row_number: number;
      given: unknown;
      request: RowRequest | null;
      fault: RowFault | null;
    }[];
    return new Map(rows.map(({ row_number, ...row }) => [row_number, { rowNumber: row_number, ...row }]));
  }

  /** Removes the rows of an import that has ended, but for these, and frees its place among those that wait. A repeat does nothing. */
  async keepFailedRows(jobId: string, failedRows: readonly number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      const ended = await tx('imports.body').where({ job_id: jobId }).whereNull('ended_at').update({ ended_at: tx.fn.now() });
      if (ended > 0)
        await tx('imports.row')
          .where({ job_id: jobId })
          .whereNotIn('row_number', [...failedRows])
          .delete();
    });
  }

  /** Removes a file whoever waits for it. */
  async remove(jobId: string): Promise<void> {
    await this.db('imports.body').where({ job_id: jobId }).delete();
  }

  /** Removes a file that no import came of, unless it came again within so many minutes. */
  async removeLongOpen(jobId: string, minutes: number): Promise<void> {
    await this.db.raw(
      `delete from imports.body
       where job_id = :jobId and ended_at is null and received_at < clock_timestamp() - :minutes * interval '1 minute'`,
      { jobId, minutes },
    );
  }

  /** A page of the files that came more than `minutes` ago and are not ended, after one of them. */
  async findLongOpen(minutes: number, after: string | null, count: number): Promise<string[]> {
    const { rows } = await this.db.raw<{ rows: { job_id: string }[] }>(
      `select job_id from imports.body
       where ended_at is null and received_at < clock_timestamp() - :minutes * interval '1 minute' and job_id > :after::uuid
       order by job_id limit :count`,
      { minutes, after: after ?? '00000000-0000-0000-0000-000000000000', count },
    );
    return rows.map(({ job_id: jobId }) => jobId);
  }

  /** Removes the failed rows of imports that ended longer ago than they are kept, at most 100 imports. */
  async removeOutdated(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { job_id: string }[] }>(
      `delete from imports.body where job_id in (
         select job_id from imports.body where ended_at < clock_timestamp() - :keptMs * interval '1 millisecond' limit :count)
       returning job_id`,
      { keptMs: this.failedRowsKeptMs, count: removedAtOnce },
    );
    return rows.length;
  }
}

/** What a program may make of a row's key, with what the row asks for. */
export interface RoundedKey {
  readonly contentHash: string;
  readonly rounded: string;
  /** As it was sent. */
  readonly key: string;
}

/** Of one content and one rounding; more say nothing more. */
const mostKeys = 5;

/** Remembers roundings as those of this import; they go with it, and those of an earlier import of the same rows with that. */
async function saveRoundedKeys(tx: Transaction, owner: ImportOwner, keys: readonly RoundedKey[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map(({ contentHash, rounded, key }) => ({ content_hash: contentHash, rounded, key }));
  await tx.raw(
    `insert into imports.rounded_key (project_id, epoch, content_hash, rounded, key, job_id)
     select distinct :projectId::uuid, :epoch::int, content_hash, rounded, key, :jobId::uuid
     from jsonb_to_recordset(:rows::jsonb) as given (content_hash text, rounded text, key text)
     on conflict do nothing`,
    { ...owner, rows: jsonb(rows) },
  );
}

/** The keys of other imports of the project that may have become these, with the same content; few of each. */
async function findRoundedKeys(
  db: Database,
  owner: ImportOwner,
  asked: readonly Pick<RoundedKey, 'contentHash' | 'rounded'>[],
): Promise<RoundedKey[]> {
  const rows = asked.map(({ contentHash, rounded }) => ({ content_hash: contentHash, rounded }));
  const found = await runByIndex<{ rows: RoundedKey[] }>(db, roundedKeysSql, { ...owner, rows: jsonb(rows), mostKeys });
  return found.rows;
}

/** For the specs of its plan. */
export const roundedKeysSql = `
  select asked.content_hash as "contentHash", asked.rounded, before.key
  from jsonb_to_recordset(:rows::jsonb) as asked (content_hash text, rounded text)
  cross join lateral (
    select distinct known.key from imports.rounded_key known
    where known.project_id = :projectId::uuid and known.epoch = :epoch::int
      and known.content_hash = asked.content_hash and known.rounded = asked.rounded and known.job_id <> :jobId::uuid
    order by known.key limit :mostKeys) before`;
