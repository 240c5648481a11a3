import { leaseIsHeld } from '@pps/leases';
import { jsonb, type Database } from '@pps/read-store';
import type { Candidate } from './round-robin';
import { pacingDuty } from './pacing-duty';

export interface Unclaimed {
  readonly count: number;
  /** Of what goes to the platform. */
  readonly cost: number;
  /** Of what sandboxes publish. */
  readonly simulatedCost: number;
  readonly costByAccount: ReadonlyMap<string, number>;
}

/** What the pacer asks of the grants. */
export type GrantBook = Pick<Grants, 'give' | 'readUnclaimed' | 'reofferUnclaimed'>;

/** The table of grants, written only while the lease still has this epoch: a pacer that was stopped and comes back grants nothing. */
export class Grants {
  constructor(
    private readonly db: Database,
    private readonly epoch: bigint,
  ) {}

  /** Those of the candidates that were granted now; none when the lease has a newer epoch. */
  async give(candidates: readonly Candidate[]): Promise<Candidate[]> {
    if (candidates.length === 0) return [];
    const { rows } = await this.db.raw<{ rows: { pin_id: string }[] }>(
      `insert into pins.publish_grant (pin_id, attempt, project_id, account_id, board_id, cost, simulated, epoch)
       select pin_id, attempt, project_id, account_id, board_id, cost, simulated, :epoch
       from jsonb_to_recordset(:candidates::jsonb)
         as candidate (pin_id uuid, attempt int, project_id uuid, account_id uuid, board_id text, cost int, simulated boolean)
       where ${leaseIsHeld}
       on conflict do nothing returning pin_id`,
      {
        epoch: this.epoch.toString(),
        duty: pacingDuty,
        candidates: jsonb(
          candidates.map(({ pinId, attempt, projectId, accountId, boardId, cost, simulated }) => ({
            pin_id: pinId,
            attempt,
            project_id: projectId,
            account_id: accountId,
            board_id: boardId,
            cost,
            simulated,
          })),
        ),
      },
    );
    const granted = new Set(rows.map((row) => row.pin_id));
    return candidates.filter(({ pinId }) => granted.has(pinId));
  }

  async readUnclaimed(): Promise<Unclaimed> {
    const rows = (await this.db('pins.publish_grant')
      .whereNull('claimed_at')
      .groupBy('account_id', 'simulated')
      .select('account_id', 'simulated')
      .count({ count: '*' })
      .sum({ cost: 'cost' })) as { account_id: string; simulated: boolean; count: string; cost: string }[];
    const costOf = (simulated: boolean) =>
      rows.filter((row) => row.simulated === simulated).reduce((sum, row) => sum + Number(row.cost), 0);
    return {
      count: rows.reduce((sum, row) => sum + Number(row.count), 0),
      cost: costOf(false),
      simulatedCost: costOf(true),
      costByAccount: new Map(rows.map((row) => [row.account_id, Number(row.cost)])),
    };
  }

  /** Deletes old grants; marks those that no worker has claimed for so long as offered again, and answers them. */
  async reofferUnclaimed(afterMs: number): Promise<{ pinId: string; attempt: number }[]> {
    await this.db.raw(
      `delete from pins.publish_grant where claimed_at < statement_timestamp() - interval '1 hour'
         or (claimed_at is null and granted_at < statement_timestamp() - interval '1 day')`,
    );
    const { rows } = await this.db.raw<{ rows: { pin_id: string; attempt: number }[] }>(
      `update pins.publish_grant set offered_at = clock_timestamp()
       where claimed_at is null and offered_at < clock_timestamp() - ? * interval '1 millisecond'
       returning pin_id, attempt`,
      [afterMs],
    );
    return rows.map((row) => ({ pinId: row.pin_id, attempt: row.attempt }));
  }
}

/**
 * Closes the grant of an attempt that has started and ends without spending tokens. It stays in the table as a claimed one does, so that the
 * attempt is not granted again while the read model does not show yet that it started.
 */
export async function closeGrant(db: Database, pinId: string, attempt: number): Promise<void> {
  await db('pins.publish_grant')
    .where({ pin_id: pinId, attempt })
    .whereNull('claimed_at')
    .update({ claimed_at: db.raw('clock_timestamp()') });
}

/** Deletes a grant whose attempt will not start. */
export async function dropGrant(db: Database, pinId: string, attempt: number): Promise<void> {
  await db('pins.publish_grant').where({ pin_id: pinId, attempt }).whereNull('claimed_at').delete();
}
