import { jsonb, runPrepared, type ProjectionContext, type RowOf, type Transaction } from '@pps/read-store';
import { hasNextAction, startKinds } from './action-columns';
import { waitingTable, type QueueRow, type WaitingChange } from './publish_queue.tables';

type CountedRow = Pick<QueueRow, 'project_id' | 'account_id' | 'simulated' | 'phase' | 'cost' | 'needs_upload'>;

interface WaitingTables {
  readonly accounts: string;
  readonly projects: string;
  readonly totals: string;
}

export const waitingTables = ({ table }: Pick<ProjectionContext, 'table'>): WaitingTables => ({
  accounts: table('publish_waiting'),
  projects: table('publish_waiting_project'),
  totals: table('publish_waiting_total'),
});

type Change = { -readonly [Part in keyof WaitingChange]: WaitingChange[Part] };

/** Counts rows out as they were and in as they are; both lists must name each row that this transaction changes. Gives the changes of accounts whose counts stay. */
export async function countWaiting(
  tx: Transaction,
  names: WaitingTables,
  before: readonly CountedRow[],
  after: readonly CountedRow[],
  noted: readonly AccountChange[],
): Promise<readonly AccountChange[]> {
  const changes = new Map<string, Change>();
  for (const row of before) add(changes, row, -1);
  for (const row of after) add(changes, row, 1);
  const changed = [...changes.values()].filter(({ readyPins, tokens }) => readyPins !== 0 || tokens !== 0);
  const byAccount = new Map(changed.map((change) => [`${change.accountId} ${change.projectId}`, change]));
  const others = noted.filter(({ account_id, project_id, position }) => {
    const change = byAccount.get(`${account_id} ${project_id}`);
    if (change && position > (change.changedPosition ?? -1n)) change.changedPosition = position;
    return !change;
  });
  await applyChanges(tx, names, changed);
  return others;
}

/** Nothing of the project waits any more. */
export async function countOutProject(tx: Transaction, names: WaitingTables, projectId: string): Promise<void> {
  const rows = (await tx(names.accounts).where({ project_id: projectId })) as RowOf<typeof waitingTable>[];
  const changed = rows.map(({ account_id, project_id, simulated, ready_pins, tokens }) => ({
    ...{ accountId: account_id, projectId: project_id, simulated },
    ...{ readyPins: -ready_pins, tokens: -tokens },
  }));
  await applyChanges(tx, names, changed);
}

async function applyChanges(tx: Transaction, names: WaitingTables, changed: readonly Change[]): Promise<void> {
  if (changed.length === 0) return;
  await waitingTable.upsertFrom(tx, names.accounts, changed);
  // So that the tables say the same however the facts were batched. Only where something was counted out can nothing be left.
  const less = changed.filter(({ readyPins, tokens }) => readyPins < 0 || tokens < 0);
  const accounts = [...new Set(less.map(({ accountId }) => accountId))];
  if (less.length > 0) await tx(names.accounts).whereIn('account_id', accounts).where({ ready_pins: 0, tokens: 0 }).delete();
  await countTotals(tx, names, changed);
  if (less.length > 0) await tx(names.totals).where({ tokens: 0, projects: 0 }).delete();
  const projects = changed.filter(({ readyPins }) => readyPins <= 0).map(({ projectId }) => projectId);
  if (projects.length > 0)
    await tx(names.projects)
      .whereIn('project_id', [...new Set(projects)])
      .where({ ready_pins: 0 })
      .delete();
}

/** So that nobody has to add up what waits of everybody. */
async function countTotals(tx: Transaction, { projects, totals }: WaitingTables, changed: readonly Change[]): Promise<void> {
  await runPrepared(
    tx,
    `with change as materialized (
       select project_id, simulated, sum(ready_pins) as ready_pins, sum(tokens) as tokens
       from jsonb_to_recordset(?::jsonb) as each (project_id uuid, simulated boolean, ready_pins int, tokens int) group by 1, 2),
     known as materialized (select known.* from ${projects} known join change using (project_id, simulated)),
     counted as (
       insert into ${projects} as present (project_id, simulated, ready_pins) select project_id, simulated, ready_pins from change
       on conflict (project_id, simulated) do update set ready_pins = present.ready_pins + excluded.ready_pins returning *)
     insert into ${totals} as present (simulated, tokens, projects)
     select simulated, sum(change.tokens), count(*) filter (where counted.ready_pins > 0) - count(known.ready_pins)
     from change join counted using (project_id, simulated) left join known using (project_id, simulated) group by simulated
     on conflict (simulated) do update set tokens = present.tokens + excluded.tokens, projects = present.projects + excluded.projects`,
    [
      jsonb(
        changed.map(({ projectId, simulated, readyPins, tokens }) => ({ project_id: projectId, simulated, ready_pins: readyPins, tokens })),
      ),
    ],
  );
}

function add(changes: Map<string, Change>, row: CountedRow, times: 1 | -1): void {
  const { project_id, account_id, simulated } = row;
  const isStart = hasNextAction(row, ...startKinds);
  if (!isStart && !hasNextAction(row, 'expire_upload', 'read_video_status')) return;
  const key = `${account_id} ${project_id} ${simulated}`;
  const change = changes.get(key) ?? { projectId: project_id, accountId: account_id, simulated, readyPins: 0, tokens: 0 };
  if (isStart) change.readyPins += times;
  change.tokens += times * row.cost * (isStart && row.needs_upload ? 2 : 1);
  changes.set(key, change);
}

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
