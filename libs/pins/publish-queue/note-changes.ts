import { jsonb, runPrepared, type Transaction } from '@pps/read-store';

/** A fact after which another pin of the account may start. */
export interface AccountChange {
  readonly account_id: string;
  /** Absent where the fact is about the account wherever it publishes. */
  readonly project_id?: string;
  readonly position: bigint;
}

/** Writes the newest of these facts to the accounts of which something waits; a newer one that is known already stays. */
export async function noteChanges(tx: Transaction, name: string, changes: readonly AccountChange[]): Promise<void> {
  if (changes.length === 0) return;
  await runPrepared(
    tx,
    `update ${name} as known set changed_position = newest.position
     from (select waiting.account_id, waiting.project_id, waiting.simulated, max(fact.position) as position
       from jsonb_to_recordset(?::jsonb) as fact (account_id uuid, project_id uuid, position bigint)
       join ${name} waiting on waiting.account_id = fact.account_id and waiting.project_id = coalesce(fact.project_id, waiting.project_id)
       group by waiting.account_id, waiting.project_id, waiting.simulated) newest
     where known.account_id = newest.account_id and known.project_id = newest.project_id and known.simulated = newest.simulated
       and known.changed_position < newest.position`,
    [jsonb(changes.map((change) => ({ ...change, position: change.position.toString() })))],
  );
}
