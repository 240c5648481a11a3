import { leaseIsHeld, type FencingToken } from '@pps/leases';
import { jsonb, runByIndex, runPrepared, type Database } from '@pps/read-store';
import { longestSleepMs, type RoundRobinAccount, type Candidate, type Sleep } from './may-start.decider';
import { uptime } from './uptime';

export interface NextAsk {
  /** Whose accounts: of sandboxes, of all others, or of both. */
  readonly simulated: readonly boolean[];
  readonly uploads: boolean;
  readonly projects: number;
  /** Accounts of each project at least, where it has so many. */
  readonly accountsEach: number;
}

export interface AccountSleep extends Pick<RoundRobinAccount, 'accountId' | 'wakeCount'> {
  readonly sleep: Sleep;
}

export interface NextAccounts {
  readonly accounts: readonly RoundRobinAccount[];
  /** Whether no other account of those kinds could be served. */
  readonly areAll: boolean;
}

export interface AppliedChanges {
  readonly applied: number;
  readonly areMore: boolean;
}

export type RoundRobinBook = Pick<RoundRobin, 'applyChanges' | 'readNext' | 'putToSleep' | 'grant' | 'forgetIdle'>;

const changesAtOnce = 200;
const rowsAtMost = 512;
/** So many reads, as each may find only projects that have no such account. */
const readsAtMost = 8;
/** So long lasts a sleep until a moment that is over already, by whichever clock gets there first: the pacer's clock may be behind. */
export const shortestSleepMs = 100;

/** The round robin in the database, written only while the lease is still held with this token: a pacer that was stopped and comes back changes nothing. */
export class RoundRobin {
  constructor(
    private readonly db: Database,
    private readonly token: FencingToken,
  ) {}

  /** Wakes accounts of which something changed and those whose sleep is over, 200 of each at most. */
  async applyChanges(): Promise<AppliedChanges> {
    const { rows } = await runPrepared<{ rows: { most: string }[] }>(this.db, applyChangesSql, {
      ...this.lease,
      ...uptime(),
      limit: changesAtOnce,
    });
    const applied = Number(rows[0]?.most ?? 0);
    return { applied, areMore: applied >= changesAtOnce };
  }

  /** Who is served next: projects in order, of each its next accounts. */
  async readNext({ simulated, uploads, projects, accountsEach }: NextAsk): Promise<NextAccounts> {
    const states = uploads ? ['awake', 'awaiting_upload'] : ['awake'];
    for (let read = 0; read < readsAtMost; read += 1) {
      const { rows } = await runByIndex<{ rows: EntryRow[] }>(this.db, nextSql, {
        simulated: [...simulated],
        states,
        projects,
        accountsEach,
        rowsAtMost,
      });
      const accounts = rows.flatMap(entryOf);
      const left = rows.filter(({ account_id }) => account_id === null).map(({ project_id }) => project_id);
      if (left.length > 0) await this.settle(left);
      if (accounts.length > 0 || left.length === 0) return { accounts, areAll: areAllOf(rows, projects, accountsEach) };
    }
    return { accounts: [], areAll: false };
  }

  /** Puts accounts to sleep; not one that somebody woke since it was visited. Gives how many sleep now. */
  async putToSleep(sleeps: readonly AccountSleep[]): Promise<number> {
    const { rows } = await runPrepared<{ rows: { project_id: string }[] }>(
      this.db,
      `with now as materialized (select pins.pacing_time(:boot, :seconds) as paced)
       update pins.round_robin_account entry set state = sleep.state,
         wakes_at = case when sleep.wakes_at > clock_timestamp() then least(sleep.wakes_at, clock_timestamp() + :longest * interval '1 millisecond')
           when sleep.wakes_at is not null then clock_timestamp() + :shortest * interval '1 millisecond' end,
         refills_at = case when sleep.wakes_at <= clock_timestamp() then now.paced + :shortest * interval '1 millisecond'
           when sleep.state = 'asleep' then now.paced + coalesce(sleep.ms, :longest) * interval '1 millisecond' end
       from now, jsonb_to_recordset(:sleeps::jsonb) as sleep (account_id uuid, wake_count bigint, state text, wakes_at timestamptz, ms numeric)
       where entry.account_id = sleep.account_id and entry.wake_count = sleep.wake_count and ${leaseIsHeld}
       returning entry.project_id`,
      { ...this.lease, ...uptime(), longest: longestSleepMs, shortest: shortestSleepMs, sleeps: jsonb(sleeps.map(sleepRow)) },
    );
    // Otherwise the next read would find projects of which nobody is awake.
    if (rows.length > 0) await this.settle([...new Set(rows.map(({ project_id }) => project_id))]);
    return rows.length;
  }

  /** Grants the attempts and sends whom they serve to the end of the round; answers what was granted, nothing when the lease is somebody else's or has a newer epoch. */
  async grant(chosen: readonly Candidate[]): Promise<Candidate[]> {
    if (chosen.length === 0) return [];
    const { rows } = await runPrepared<{ rows: { pin_id: string }[] }>(this.db, grantSql, {
      ...this.lease,
      chosen: jsonb(chosen.map(grantRow)),
    });
    const granted = new Set(rows.map((row) => row.pin_id));
    return chosen.filter(({ pinId }) => granted.has(pinId));
  }

  /** Forgets accounts and projects of which nothing waits once everybody else was served since: until then it is no newcomer when it comes back. */
  async forgetIdle(): Promise<void> {
    for (const { table, id } of roundRobinTables) {
      await this.db.raw(
        `delete from pins.${table} where ${leaseIsHeld} and ${id} in (
           select ${id} from pins.${table} where state = 'idle'
             and served < coalesce((select min(served) from pins.${table} where state = 'awake' and served > 0), 9223372036854775807)
           order by served limit 1000)`,
        this.lease,
      );
    }
  }

  private get lease() {
    return { holder: this.token.holder, epoch: this.token.epoch.toString(), duty: pacingDuty };
  }

  private async settle(projects: readonly string[]): Promise<void> {
    const has = (state: string) =>
      `exists (select 1 from pins.round_robin_account where round_robin_account.project_id = entry.project_id and round_robin_account.state = '${state}')`;
    const state = `case when ${has('awake')} then 'awake' when ${has('awaiting_upload')} then 'awaiting_upload' when ${has('asleep')} then 'asleep' else 'idle' end`;
    await runPrepared(
      this.db,
      `update pins.round_robin_project entry set state = ${state}
       where project_id = any(array(select unnest(:projects::uuid[]))) and state <> ${state} and ${leaseIsHeld}`,
      { ...this.lease, projects: [...projects] },
    );
  }
}

/** Lets the account be visited again after 100 ms; for whoever changed something that its sleep was decided by. `run` is a pool or a transaction. */
export async function wakeAccount(run: Pick<Database, 'raw'>, accountId: string): Promise<void> {
  await run.raw(`${wakeSql} where account_id = ?`, [accountId]);
}

/**
 * For a copy of the log, in which the facts stand at other positions: the changes of every account are applied anew, and what the queue had shown of
 * grants, it has to show again.
 */
export async function restartRoundRobin(tx: Pick<Database, 'raw'>): Promise<void> {
  await tx.raw('update pins.publish_grant set is_seen = false where is_seen');
  await tx.raw(`update pins.round_robin_cursor set position = -1, account_id = '00000000-0000-0000-0000-000000000000'`);
}

// By both clocks: by the wall clock alone the account would sleep as much longer as that is set back meanwhile.
export const wakeSql = `
  update pins.round_robin_account set wake_count = wake_count + 1,
    wakes_at = case when state = 'awake' then wakes_at else least(wakes_at, clock_timestamp() + interval '${shortestSleepMs} milliseconds') end,
    refills_at = case when state = 'awake' then refills_at else least(refills_at, pins.pacing_time() + interval '${shortestSleepMs} milliseconds') end`;

const roundRobinTables = [
  { table: 'round_robin_account', id: 'account_id' },
  { table: 'round_robin_project', id: 'project_id' },
];

interface EntryRow {
  readonly project_id: string;
  readonly simulated: boolean;
  readonly account_id: string | null;
  readonly wake_count: string | null;
}

const entryOf = ({ project_id, simulated, account_id, wake_count }: EntryRow): RoundRobinAccount[] =>
  account_id === null ? [] : [{ projectId: project_id, accountId: account_id, simulated, wakeCount: Number(wake_count) }];

/** Whether a read was ended by no limit: neither that of projects nor that of the accounts of each. */
function areAllOf(rows: readonly EntryRow[], projects: number, accountsEach: number): boolean {
  const counts = new Map<string, number>();
  for (const { project_id } of rows) counts.set(project_id, (counts.get(project_id) ?? 0) + 1);
  const each = Math.max(accountsEach, Math.ceil(projects / counts.size));
  return rows.length < rowsAtMost && counts.size < projects && [...counts.values()].every((count) => count < each);
}

const sleepRow = ({ accountId, wakeCount, sleep }: AccountSleep) => ({
  account_id: accountId,
  wake_count: wakeCount,
  state: sleep.kind === 'awaiting_upload' || sleep.kind === 'idle' ? sleep.kind : 'asleep',
  wakes_at: sleep.kind === 'until' ? sleep.at : null,
  ms: sleep.kind === 'for' ? sleep.ms : null,
});

const grantRow = ({ pinId, attempt, projectId, accountId, boardId, cost, simulated }: Candidate, index: number) => ({
  place: index,
  pin_id: pinId,
  attempt,
  project_id: projectId,
  account_id: accountId,
  board_id: boardId,
  cost,
  simulated,
});

const applyChangesSql = `
  with held as materialized (select 1 where ${leaseIsHeld}),
  now as materialized (select pins.pacing_time(:boot, :seconds) as paced),
  changed as materialized (
    select waiting.account_id, waiting.project_id, waiting.simulated, waiting.changed_position
    from held, pins.round_robin_cursor seen, lateral (
      select * from read.publish_waiting
      where ready_pins > 0 and (changed_position, account_id) > (seen.position, seen.account_id)
      order by changed_position, account_id limit :limit) waiting),
  rested as materialized (
    select account_id, project_id, simulated from held, lateral (
      (select * from pins.round_robin_account where wakes_at <= clock_timestamp() order by wakes_at limit :limit)
      union (select * from pins.round_robin_account where refills_at <= (select paced from now) order by refills_at limit :limit)) over_now),
  woken as (
    insert into pins.round_robin_account as entry (account_id, project_id, simulated, state)
    select account_id, project_id, simulated, 'awake' from (
      select distinct on (account_id) * from (select account_id, project_id, simulated, changed_position from changed
        union all select account_id, project_id, simulated, null from rested) each
      order by account_id, changed_position) one
    order by changed_position
    on conflict (account_id) do update set project_id = excluded.project_id, simulated = excluded.simulated, state = 'awake',
      wakes_at = null, refills_at = null where entry.state <> 'awake' or entry.project_id <> excluded.project_id),
  projects as (
    insert into pins.round_robin_project as entry (project_id, simulated, state)
    select project_id, bool_and(simulated), 'awake' from (
      select project_id, simulated, changed_position from changed union all select project_id, simulated, null from rested) each
    group by project_id order by min(changed_position)
    on conflict (project_id) do update set state = 'awake' where entry.state <> 'awake'),
  moved as (
    update pins.round_robin_cursor seen set position = last.changed_position, account_id = last.account_id
    from (select changed_position, account_id from changed order by changed_position desc, account_id desc limit 1) last)
  select greatest((select count(*) from changed), (select count(*) from rested)) as most`;

const nextSql = `
  with project as materialized (
    select entry.* from unnest(:simulated::boolean[]) ring (simulated) cross join unnest(:states::text[]) wanted (state) cross join lateral (
      select * from pins.round_robin_project
      where round_robin_project.simulated = ring.simulated and round_robin_project.state = wanted.state order by served, entered limit :projects) entry
    order by entry.served, entry.entered limit :projects)
  select project.project_id, project.simulated, account.account_id, account.wake_count
  from project left join lateral (
    select entry.* from unnest(:states::text[]) wanted (state) cross join lateral (
      select * from pins.round_robin_account
      where round_robin_account.project_id = project.project_id and round_robin_account.state = wanted.state order by served, entered
      limit (select greatest(:accountsEach, ceil(:projects::numeric / count(*))) from project)) entry
    order by entry.served, entry.entered
    limit (select greatest(:accountsEach, ceil(:projects::numeric / count(*))) from project)) account on true
  order by project.served, project.entered, account.served, account.entered limit :rowsAtMost`;

const grantSql = `
  with held as materialized (select 1 where ${leaseIsHeld}),
  chosen as materialized (
    select each.*, nextval('pins.round_robin_number') as number from held, lateral (
      select * from jsonb_to_recordset(:chosen::jsonb) as candidate (place int, pin_id uuid, attempt int, project_id uuid, account_id uuid,
        board_id text, cost int, simulated boolean) order by place) each),
  accounts as (
    update pins.round_robin_account entry set served = last.number
    from (select account_id, max(number) as number from chosen group by account_id) last where entry.account_id = last.account_id),
  projects as (
    update pins.round_robin_project entry set served = last.number
    from (select project_id, max(number) as number from chosen group by project_id) last where entry.project_id = last.project_id)
  insert into pins.publish_grant (pin_id, attempt, project_id, account_id, board_id, cost, simulated, epoch)
  select pin_id, attempt, project_id, account_id, board_id, cost, simulated, :epoch from chosen
  on conflict do nothing returning pin_id`;

/** The lease under which one process at a time grants. */
export const pacingDuty = 'pacing';
