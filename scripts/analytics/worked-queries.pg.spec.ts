import { measures } from '@projections/rollups/measures';
import type { Database } from '@pps/read-store';
import type { Client } from 'pg';
import { askAsAnalyst } from '../../test/setup/analytics/ask-as-analyst.fixture';
import { freshDatabase } from '../../test/setup/fresh-database';
import { generatedDatabase } from '../../test/setup/analytics/generated-database.fixture';
import type { GeneratedProject } from '../../test/setup/analytics/fact-drafts.fixture';
import type { GeneratedLog } from '../../test/setup/analytics/generated-log.fixture';
import { dashboardQueries } from './dashboard-queries';
import { readQueryPlan } from './query-plan';
import { bound, readWorkedQueries, type WorkedQuery } from './worked-queries';

const pins = 3_000;
const queries = readWorkedQueries();
/** Tables of which the generated facts make some pages only: one row a project, account, webhook, import, or day. */
const smallTables = /^(workspace|account|webhook|import_job|(project|account|failure|webhook)_days|checkpoint)(_v\d+)?$/;

let db: Database;
let log: GeneratedLog;
let databaseUrl: string;
let values: Record<string, string>;
let first: GeneratedProject;

beforeAll(async () => {
  databaseUrl = await freshDatabase();
  ({ db, log } = await generatedDatabase(databaseUrl, pins));
  first = log.projects[0] as GeneratedProject;
  const { projectId: project, organizationId: organization, webhookId: webhook } = first;
  values = { project, organization, webhook, from: '2026-11-02T00:00:00Z', until: '2026-11-04T00:00:00Z', month: '2026-10' };
});
afterAll(() => db.destroy());

const asAnalyst = <Answer>(group: string, ask: (client: Client, login: string) => Promise<Answer>) =>
  askAsAnalyst({ db, databaseUrl }, group, ask);

describe('the worked queries', () => {
  it('are twenty at least, each with its question, its parameters and how to read it', () => {
    expect(queries.length).toBeGreaterThanOrEqual(20);
    for (const { heading, parameters } of queries) {
      expect(heading[0]).toMatch(/\?$/);
      expect(heading[1]).toMatch(/^Parameters: /);
      for (const name of parameters) expect(heading[1]).toContain(name);
      expect(heading[2]).toMatch(/^Read: /);
    }
  });

  it.each(queries)('$file answers an analyst, by indexes', async (query) => {
    await asAnalyst('analyst', async (client) => {
      const { text, values: given } = bound(query, wide(query));
      const { rows } = await client.query(text, given);
      expect(rows).not.toEqual([]);
      await client.query(`set timezone = 'America/New_York'`);
      // How far the read models lag is another number each time.
      const anyLag = (row: object) => ('lag_s' in row ? { ...row, lag_s: expect.any(String) } : row);
      expect((await client.query(text, given)).rows).toEqual(rows.map(anyLag));
      const narrow = bound(query, values);
      const plan = await readQueryPlan(client, narrow.text, narrow.values);
      expect(plan.scannedTables.filter((table) => !smallTables.test(table))).toEqual([]);
    });
  });
});

const wide = (query: WorkedQuery): Record<string, string> =>
  query.parameters.includes('from') ? { ...values, from: log.from.toISOString(), until: log.until.toISOString() } : values;

it('the starter dashboard asks what there is, by indexes', async () => {
  await asAnalyst('analyst', async (client) => {
    const asked = (from: string, until: string) => dashboardQueries({ project: values['project'] as string, from, until });
    for (const { sql } of asked(log.from.toISOString(), log.until.toISOString())) expect((await client.query(sql)).rows).not.toEqual([]);
    for (const { title, sql } of asked(values['from'] as string, values['until'] as string)) {
      const { scannedTables } = await readQueryPlan(client, sql, []);
      expect({ title, scanned: scannedTables.filter((table) => !smallTables.test(table)) }).toEqual({ title, scanned: [] });
    }
  });
});

it('the sums of hours and days equal those over the pins, attempts, units and deliveries', async () => {
  const sum = async (table: string) => {
    const sums = measures.map((measure) => `sum(${measure})::int as ${measure}`).join(', ');
    return (
      await db.raw<{ rows: Record<string, number>[] }>(
        `select project_id, ${sums} from analytics.${table} group by project_id order by project_id`,
      )
    ).rows;
  };
  const hours = await sum('project_hours');
  expect(await sum('project_days')).toEqual(hours);
  const { rows } = await db.raw<{ rows: Record<string, number>[] }>(`
    select workspace.project_id, pins.*, attempts.*, units.*, deliveries.* from analytics.workspace,
      lateral (select count(*)::int as pins_created, count(published_at)::int as pins_published, sum(deferrals)::int as pins_deferred,
        sum(retries)::int as pins_retried from analytics.pin_times where project_id = workspace.project_id) as pins,
      lateral (select count(*)::int as attempts, count(*) filter (where outcome = 'failed')::int as pins_failed
        from analytics.pin_attempts where project_id = workspace.project_id) as attempts,
      lateral (select count(*) filter (where kind = 'consumed')::int as quota_consumed, count(*) filter (where kind = 'released')::int as quota_released
        from analytics.quota_ledger where project_id = workspace.project_id) as units,
      lateral (select count(*)::int as deliveries_requested, sum(attempt_count)::int as delivery_attempts,
        count(*) filter (where status = 'delivered')::int as deliveries_delivered
        from analytics.webhook_delivery where project_id = workspace.project_id) as deliveries
    order by workspace.project_id`);
  expect(hours).toMatchObject(rows);
  expect(rows).toHaveLength(log.projects.length);
});

it('the days of accounts, failures and webhooks equal the sums over attempts and deliveries', async () => {
  const rowsOf = async (sql: string) => (await db.raw<{ rows: object[] }>(sql)).rows;
  const ofPins = `sum(pins_accepted)::int as accepted, sum(attempts)::int as attempts, sum(pins_published)::int as published,
    sum(pins_deferred)::int as deferred, sum(rate_limited)::int as rate_limited, sum(pins_failed)::int as failed,
    sum(access_failures)::int as access, sum(pacing_ms)::int as pacing_ms`;
  const days = await rowsOf(`select account_id, ${ofPins} from analytics.account_days group by account_id order by account_id`);
  expect(days).toHaveLength(2 * log.projects.length);
  expect(days).toEqual(
    await rowsOf(`select account_id, (select count(*)::int from analytics.pin_times where account_id = attempt.account_id) as accepted,
      count(*)::int as attempts, count(*) filter (where outcome = 'published')::int as published,
      count(*) filter (where outcome = 'deferred')::int as deferred, count(*) filter (where error_class = 'rate_limit')::int as rate_limited,
      count(*) filter (where outcome = 'failed')::int as failed, count(*) filter (where error_class = 'access')::int as access,
      sum(waited_ms)::int as pacing_ms from analytics.pin_attempts as attempt group by account_id order by account_id`),
  );
  const byReason = 'group by account_id, error_class, error_code order by account_id, error_code collate "C"';
  expect(
    await rowsOf(`select account_id, error_class, error_code, sum(pins_failed)::int as failed, sum(pins_deferred)::int as deferred
      from analytics.failure_days ${byReason}`),
  ).toEqual(
    await rowsOf(`select account_id, error_class, error_code, count(*) filter (where outcome = 'failed')::int as failed,
      count(*) filter (where outcome = 'deferred')::int as deferred from analytics.pin_attempts where error_code is not null ${byReason}`),
  );
  expect(
    await rowsOf(`select webhook_id, sum(events_requested)::int as requested, sum(attempts)::int as attempts, sum(delivered)::int as delivered,
      sum(attempts_refused)::int as refused, sum(attempts_ms)::int as ms, max(slowest_ms) as slowest
      from analytics.webhook_days group by webhook_id order by webhook_id`),
  ).toEqual(
    await rowsOf(`select webhook_id, count(distinct id)::int as requested, count(n)::int as attempts, count(*) filter (where status_code = 200)::int as delivered,
      count(*) filter (where status_code = 503)::int as refused, sum(duration_ms)::int as ms, max(duration_ms) as slowest
      from analytics.webhook_delivery join analytics.webhook_delivery_attempt on delivery_id = id group by webhook_id order by webhook_id`),
  );
});

it.each(['account_days', 'failure_days', 'webhook_days'])('a period of a project is found in %s by its index', async (view) => {
  await asAnalyst('analyst', async (client) => {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    const { rows } = await client.query(
      `explain select * from analytics.${view} where project_id = $1 and begin_at >= $2 and begin_at < $3`,
      [first.projectId, values['from'], values['until']],
    );
    expect(JSON.stringify(rows)).toMatch(/Index Cond: \(\(project_id = .*begin_at >= .*begin_at < /);
  });
});

describe('an analyst of one workspace', () => {
  const counts = async (client: Client): Promise<Record<string, number>> => {
    const { rows } = await client.query<{ project_id: string; rows: number }>(
      'select project_id, count(*)::int as rows from analytics.pin_times group by project_id',
    );
    return Object.fromEntries(rows.map(({ project_id, rows: count }) => [project_id, count]));
  };
  const grant = (login: string, workspace: string) => db('read_store.analyst_workspace').insert({ login, workspace_id: workspace });
  const second = () => log.projects[1] as GeneratedProject;

  it('sees in no view a row of another, whatever app.workspace says', async () => {
    await asAnalyst('workspace_analyst', async (client, login) => {
      const names = (
        await client.query<{ name: string }>(
          `select relname as name from pg_class where relnamespace = 'analytics'::regnamespace and relkind = 'v'`,
        )
      ).rows;
      const seen = async () => {
        const found: string[] = [];
        for (const { name } of names.filter(({ name }) => name !== 'projection_status')) {
          const { rows } = await client.query(`select to_jsonb(each)::text as row from analytics.${name} as each`);
          found.push(...rows.map(({ row }) => row as string));
        }
        return found;
      };
      expect(names.length).toBeGreaterThan(30);
      expect(await seen()).toEqual([]);
      await grant(login, second().projectId);
      const own = await seen();
      expect(own.length).toBeGreaterThan(1_000);
      const foreign = log.projects
        .filter((project) => project !== second())
        .flatMap(({ projectId, organizationId, accountIds, webhookId }) => [projectId, organizationId, ...accountIds, webhookId]);
      expect(own.filter((row) => foreign.some((id) => row.includes(id)))).toEqual([]);
      for (const other of [first.projectId, first.organizationId, randomUuid()]) {
        await client.query(`set app.workspace = '${other}'`);
        expect(await seen()).toEqual([]);
      }
      await expect(
        client.query(`insert into read_store.analyst_workspace values ('${login}', '${first.projectId}')`),
      ).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('learns nothing of them by functions, errors, or settings of its own', async () => {
    await asAnalyst('workspace_analyst', async (client, login) => {
      await grant(login, second().projectId);
      const own = (await counts(client))[second().projectId] ?? 0;
      const notices: string[] = [];
      client.on('notice', ({ message }) => notices.push(message ?? ''));
      await client.query(`create function pg_temp.leak(project uuid) returns boolean language plpgsql cost 0.0000001 as
        $$ begin raise notice '%', project; return true; end $$`);
      await client.query('select count(*) from analytics.pin_times where pg_temp.leak(project_id)');
      expect(new Set(notices)).toEqual(new Set([second().projectId]));
      expect(notices).toHaveLength(own);
      // Would divide by zero at the first row of the other project, were it looked at.
      await client.query(
        `select 1 / (case when project_id = '${first.projectId}' then 0 else 1 end) from analytics.pin_times where 1 / (case when project_id = '${first.projectId}' then 0 else 1 end) = 1`,
      );
      for (const attack of [
        'set session authorization postgres',
        'set role analyst',
        'set role postgres',
        'select read_store.visible_workspaces()',
        'select * from read.pin_times',
        'select * from projection.pin_times_v1',
        'create view analytics.mine as select 1',
        "copy analytics.pin_times to program 'true'",
      ]) {
        await expect(client.query(attack)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42809)$/) });
      }
      const { rows } = await client.query(`select * from pg_stats where schemaname in ('projection', 'read', 'analytics')`);
      expect(rows).toEqual([]);
      await client.query(`set app.workspace = 'all'`);
      await expect(client.query('select * from analytics.pin_times')).rejects.toMatchObject({ code: '22023' });
    });
  });

  it('of an organization sees all of its projects, and app.workspace narrows that to one; so it does for those who see all', async () => {
    const last = log.projects.at(-1) as GeneratedProject;
    const ids = [first.projectId, last.projectId].sort();
    await asAnalyst('workspace_analyst', async (client, login) => {
      await grant(login, first.organizationId);
      expect(Object.keys(await counts(client)).sort()).toEqual(ids);
      await client.query(`set app.workspace = '${last.projectId}'`);
      expect(Object.keys(await counts(client))).toEqual([last.projectId]);
    });
    await asAnalyst('analyst', async (client) => {
      expect(Object.keys(await counts(client))).toHaveLength(log.projects.length);
      await client.query(`set app.workspace = '${first.organizationId}'`);
      expect(Object.keys(await counts(client)).sort()).toEqual(ids);
    });
  });
});

const randomUuid = (): string => '01890a5d-ac96-774b-bcce-000000000099';
