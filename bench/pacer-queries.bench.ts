import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@pps/embedded';
import { pinsMigrations } from '@pps/pins';
import { migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { publishQueueQueries } from '@pps/pins';
import { publishQueueProjection } from '@pps/pins';
import { queueAhead } from '@pps/pins';
import { median } from './percentile';

// What the pacer and the estimate of a start read of queues of different shapes: milliseconds, medians of ROUNDS (default 15).

const rounds = Number(process.env['ROUNDS'] ?? 15);
const accountsPerRead = 64;
const table = `projection.publish_queue_v${publishQueueProjection.version}`;
const totalTable = `projection.publish_waiting_total_v${publishQueueProjection.version}`;
const waitingTable = `projection.publish_waiting_v${publishQueueProjection.version}`;

interface Shape {
  readonly name: string;
  readonly accounts: number;
  readonly boards: number;
  /** Of each board. */
  readonly pins: number;
  /** So many of each board, the oldest, are held back until tomorrow. */
  readonly heldBack?: number;
  readonly busy?: true;
}

const shapes: readonly Shape[] = [
  { name: '1 account, 1 busy board, 100,000 pins', accounts: 1, boards: 1, pins: 100_000, busy: true },
  { name: '1 account, 1 idle board, 100,000 pins', accounts: 1, boards: 1, pins: 100_000 },
  { name: 'the same, the oldest 20,000 held back', accounts: 1, boards: 1, pins: 100_000, heldBack: 20_000 },
  { name: 'the same, all of them held back', accounts: 1, boards: 1, pins: 100_000, heldBack: 100_000 },
  { name: '1 account, 1,000 boards, 100 pins each', accounts: 1, boards: 1_000, pins: 100 },
  { name: '1 account, 10,000 boards, 10 pins each', accounts: 1, boards: 10_000, pins: 10 },
  { name: '1,000 accounts, 10 boards, 1 pin each', accounts: 1_000, boards: 10, pins: 1 },
];

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pacer-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 2);
  try {
    await migrate(db, [...readStoreMigrations, ...pinsMigrations]);
    await setUpProjection(db, publishQueueProjection, 'bench');
    const rows: Record<string, string>[] = [];
    for (const shape of shapes) {
      await fill(db, shape);
      rows.push({ queue: shape.name, ...(await measureQueries(db)) });
    }
    console.table(rows);
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureQueries(db: Database): Promise<Record<string, string>> {
  const queue = publishQueueQueries(db);
  const accounts = (await db(waitingTable).limit(2_000).pluck('account_id')) as string[];
  const ready = (from: number) => queue.startable({ accounts: accounts.slice(from, from + accountsPerRead), perAccount: 4, uploads: true });
  const askAll = async () => {
    for (let from = 0; from < accounts.length; from += accountsPerRead) await ready(from);
  };
  return {
    'pins of the first 64 accounts': await took(() => ready(0)),
    'pins of all accounts': await took(askAll),
    'estimate of a start': await took(() => queueAhead(db, accounts[0] ?? '', false)),
  };
}

async function took(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times).toFixed(1);
}

/** Rows as the projection would have written them, and the grants of an account that was served each second of the last hour. */
async function fill(db: Database, { accounts, boards, pins, heldBack = 0, busy }: Shape): Promise<void> {
  await db.raw(`truncate ${table}, ${waitingTable}, ${totalTable}, pins.publish_grant`);
  await db.raw(
    `insert into ${table} (pin_id, revision, project_id, epoch, account_id, board_id, fingerprint, cost, simulated, is_video, needs_upload,
       queue_position, phase, ready_at, starts, deadline, next_look_at, publishing)
     select md5(concat_ws(' ', 'pin', account, board, pin))::uuid, 0, md5(account::text)::uuid, 0, md5(account::text)::uuid, board::text,
       concat_ws(' ', account, board, pin), 1, false, false, false, pin::bigint * 100000000 + account * 10000 + board,
       case when :busy and pin = 1 then 'attempting' else 'ready' end, clock_timestamp() + case when pin <= :heldBack then 1 else -1 end * interval '1 day',
       case when pin <= :heldBack then 1 else 0 end, null, null, '{}'
     from generate_series(1, :accounts::int) account, generate_series(1, :boards::int) board, generate_series(1, :pins::int) pin`,
    { accounts, boards, pins, heldBack, busy: busy ?? false },
  );
  await db.raw(
    `insert into ${waitingTable} select account_id, project_id, simulated, count(*), sum(cost), max(queue_position)
     from ${table} where phase = 'ready' group by account_id, project_id, simulated`,
  );
  await db.raw(
    `insert into ${totalTable} (simulated, tokens, projects) select false, sum(tokens), count(distinct project_id) from ${waitingTable}`,
  );
  await db.raw(
    `insert into pins.publish_grant (pin_id, attempt, project_id, account_id, board_id, cost, epoch, claimed_at)
     select md5('done ' || n)::uuid, 1, md5('1')::uuid, md5('1')::uuid, '1', 1, 1, clock_timestamp() - n * interval '1 second'
     from generate_series(1, 3600) n`,
  );
  await db.raw(`analyze ${table}, ${waitingTable}, pins.publish_grant`);
}
