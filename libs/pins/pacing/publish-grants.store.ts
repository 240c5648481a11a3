import { runPrepared, type Database } from '@pps/read-store';
import { isAwaited } from './may-start.decider';
import type { OpenCall } from './publish-queue';
import { wakeSql } from './round-robin.store';

export interface Unclaimed {
  readonly count: number;
  readonly cost: number;
  readonly simulatedCost: number;
}

export type GrantBook = Pick<Grants, 'readUnclaimed' | 'reofferUnclaimed' | 'markSeen'>;

/** The grants that nobody has claimed yet. */
export class Grants {
  constructor(private readonly db: Database) {}

  async readUnclaimed(): Promise<Unclaimed> {
    const { rows } = await runPrepared<{ rows: { simulated: boolean; count: string; cost: string }[] }>(
      this.db,
      'select simulated, count(*) as count, sum(cost) as cost from pins.publish_grant where claimed_at is null group by simulated',
      [],
    );
    const costOf = (simulated: boolean) =>
      rows.filter((row) => row.simulated === simulated).reduce((sum, row) => sum + Number(row.cost), 0);
    return {
      count: rows.reduce((sum, row) => sum + Number(row.count), 0),
      cost: costOf(false),
      simulatedCost: costOf(true),
    };
  }

  /** Deletes old grants; marks those that no worker has claimed for so long as offered again, and answers them. */
  async reofferUnclaimed(afterMs: number): Promise<{ pinId: string; attempt: number }[]> {
    await this.db.raw(
      `delete from pins.publish_grant where claimed_at < statement_timestamp() - interval '1 hour'
         or (claimed_at is null and granted_at < statement_timestamp() - interval '24 hours')`,
    );
    const { rows } = await this.db.raw<{ rows: { pin_id: string; attempt: number }[] }>(
      `update pins.publish_grant set offered_at = clock_timestamp()
       where claimed_at is null and offered_at < clock_timestamp() - ? * interval '1 millisecond'
       returning pin_id, attempt`,
      [afterMs],
    );
    return rows.map((row) => ({ pinId: row.pin_id, attempt: row.attempt }));
  }

  /** Notes which claimed grants the queue has answered: they are not looked at again for each pin of their board. */
  async markSeen(): Promise<void> {
    await this.db.raw(
      `update pins.publish_grant entry set is_seen = true where not is_seen and claimed_at is not null and not ${isAwaited('entry')}`,
    );
  }
}

/** Grants that nobody has claimed for so long, in an order of chance: workers that look at the same time seldom meet. */
export async function findUnclaimedGrants(db: Database, limit: number, forMs: number): Promise<OpenCall[]> {
  const { rows } = await db.raw<{ rows: GrantRow[] }>(
    `select pin_id, attempt from pins.publish_grant
     where claimed_at is null and granted_at <= clock_timestamp() - ? * interval '1 millisecond'
     order by random() limit ?`,
    [forMs, limit],
  );
  return rows.map((row) => ({ pinId: row.pin_id, attempt: row.attempt }));
}

/** Closes the grant of an attempt that ends without spending tokens. It stays as a claimed one does, until the read model shows the attempt. */
export async function closeGrant(db: Database, pinId: string, attempt: number): Promise<void> {
  await db('pins.publish_grant')
    .where({ pin_id: pinId, attempt })
    .whereNull('claimed_at')
    .update({ claimed_at: db.raw('clock_timestamp()') });
}

export type GrantOwner =
  | { readonly accountId: string }
  | { readonly projectIds: readonly string[] }
  | { readonly pinIds: readonly string[] };

export interface ClaimedGrant {
  readonly pinId: string;
  readonly attempt: number;
}

interface GrantRow {
  readonly pin_id: string;
  readonly attempt: number;
}

/** Closes the grants of these that nobody has claimed. Gives those that were claimed within so many milliseconds. */
export async function closeGrants(db: Database, owner: GrantOwner, claimedWithinMs: number): Promise<ClaimedGrant[]> {
  // One parameter, however many there are.
  const [column, ids] = ownerColumn(owner);
  const closed = (await db('pins.publish_grant')
    .whereRaw('?? = any(?::uuid[])', [column, ids])
    .whereNull('claimed_at')
    .update({ claimed_at: db.raw('clock_timestamp()') })
    .returning(['pin_id', 'attempt'])) as GrantRow[];
  // A statement of its own: it sees the claims that the first one waited for.
  const claimed = (await db('pins.publish_grant')
    .whereRaw('?? = any(?::uuid[])', [column, ids])
    .andWhere('claimed_at', '>', db.raw("clock_timestamp() - ? * interval '1 millisecond'", [claimedWithinMs]))
    .select('pin_id', 'attempt')) as GrantRow[];
  const isClosed = new Set(closed.map(nameOf));
  return claimed.filter((row) => !isClosed.has(nameOf(row))).map((row) => ({ pinId: row.pin_id, attempt: row.attempt }));
}

function ownerColumn(owner: GrantOwner): readonly [string, string[]] {
  if ('accountId' in owner) return ['account_id', [owner.accountId]];
  return 'projectIds' in owner ? ['project_id', [...owner.projectIds]] : ['pin_id', [...owner.pinIds]];
}

const nameOf = ({ pin_id, attempt }: GrantRow): string => `${pin_id} ${attempt}`;

/** Deletes a grant whose attempt will not start, so that its account can have another one. */
export async function dropGrant(db: Database, pinId: string, attempt: number): Promise<void> {
  await db.raw(
    `with dropped as (delete from pins.publish_grant where pin_id = ? and attempt = ? and claimed_at is null returning account_id)
     ${wakeSql} from dropped where round_robin_account.account_id = dropped.account_id`,
    [pinId, attempt],
  );
}
