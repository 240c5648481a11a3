import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { caller } from '../test/setup/caller';
import { openWorkspace, type Workspace } from '../test/campaigns/traffic/workspace';
import { cpuTime } from './cpu-time';
import { median } from './open-load';
import { memoryByProcess } from './process-memory';
import { serviceUnderLoad, socketDatabase } from './service-under-load';
import { statementsDuring } from './statements-sent';

// CPU and memory of the standalone start while nobody uses it: 20 accounts, 5 webhooks, 100 waiting schedules, 30 s after the last request.
// WOKE=10 shows the statements of 10 further seconds, those that took the server longest first.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 10);
const wokeSeconds = Number(process.env['WOKE'] ?? 0);
const quietMs = 30_000;

export async function run(): Promise<void> {
  const lines: string[] = [];
  const under = await serviceUnderLoad(
    {},
    socketDatabase((line) => void (wokeSeconds > 0 && lines.push(line))),
  );
  const database = new Client({ connectionString: under.databaseUrl });
  try {
    await database.connect();
    await furnish(under.service.apiPort);
    await delay(quietMs);
    const spent: Map<string, number>[] = [];
    const statements: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [before, transactions] = [cpuTime(under), await transactionsOf(database)];
      await delay(seconds * 1000);
      spent.push(new Map([...cpuTime(under)].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / seconds])));
      statements.push(((await transactionsOf(database)) - transactions) / seconds);
    }
    const memory = memoryByProcess(under);
    const names = [...(spent[0]?.keys() ?? [])].filter((name) => name !== 'the load itself');
    const cpuOf = (name: string) => median(spent.map((each) => each.get(name) ?? 0));
    console.table([
      ...names.map((name) => ({ process: name, 'CPU ms a second': Number(cpuOf(name).toFixed(1)), MiB: memory.get(name) })),
      {
        process: 'all',
        'CPU ms a second': Number(names.reduce((sum, name) => sum + cpuOf(name), 0).toFixed(1)),
        MiB: memory.get('all'),
      },
    ]);
    console.log(`transactions of PostgreSQL a second: ${median(statements).toFixed(1)}`);
    if (wokeSeconds > 0)
      for (const { statement, times, ms } of await statementsDuring(database, lines, () => delay(wokeSeconds * 1000)))
        console.log(`${(times / wokeSeconds).toFixed(2)}/s ${(ms / wokeSeconds).toFixed(2)} ms/s ${statement}`);
  } finally {
    await database.end();
    await under.stop();
  }
}

/** 20 accounts, 5 webhooks and 100 schedules that wait. */
async function furnish(apiPort: number): Promise<void> {
  const names = Array.from({ length: 20 }, (_, n) => `rest${n}`) as [string, ...string[]];
  const [workspace] = await openWorkspace([caller(apiPort)], 'http://127.0.0.1:9/0', { usernames: names, events: ['pin.failed'] });
  for (let n = 1; n < 5; n++) await created(workspace, '/v1/webhooks', { url: `http://127.0.0.1:9/${n}`, events: ['pin.failed'] });
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  for (let n = 0; n < 100; n++) {
    const { accountId: account_id, boardId: board_id } = workspace.boards[n % workspace.boards.length] ?? workspace;
    await created(workspace, '/v1/schedules', {
      account_id,
      board_id,
      title: `Later ${n}`,
      image_url: 'https://images.example/1.jpg',
      run_at,
    });
  }
}

async function created(workspace: Workspace, path: string, body: object): Promise<void> {
  const { status } = await workspace.call('POST', path, body);
  if (status !== 201) throw new Error(`${path} returned ${status}`);
}

async function transactionsOf(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select coalesce(sum(xact_commit + xact_rollback), 0) as count from pg_stat_database',
  );
  return Number(rows[0]?.count);
}
