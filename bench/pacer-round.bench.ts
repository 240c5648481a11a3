import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@pps/embedded';
import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import {
  Grants,
  pacingDuty,
  pinsMigrations,
  publishQueueProjection,
  publishQueueQueries,
  RoundRobin,
  runPacingRound,
  TokenBuckets,
  type PacingDeps,
} from '@pps/pins';
import { migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { median, percentile } from './percentile';

// What one round of the pacer costs while so many accounts wait, each with 10 boards: milliseconds of ROUNDS rounds (default 200), beside one bare
// page of 64 rows by primary key. Every round grants 8 attempts, which are claimed at once.

const rounds = Number(process.env['ROUNDS'] ?? 200);
const [boards, grantsPerRound] = [10, 8];
const fillAtOnce = 5_000;
const token = fencingToken(1n);
const sizes = [1_000, 10_000, 100_000];
const queueTable = `projection.publish_queue_v${publishQueueProjection.version}`;
const waitingTable = `projection.publish_waiting_v${publishQueueProjection.version}`;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-round-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 4);
  try {
    await migrate(db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
    await setUpProjection(db, publishQueueProjection, 'bench');
    const rows: Record<string, string | number>[] = [];
    for (const accounts of sizes) {
      await fill(db, accounts);
      rows.push({ accounts, ...(await measureRounds(db)) });
    }
    console.table(rows);
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRounds(db: Database): Promise<Record<string, string | number>> {
  const roundRobin = new RoundRobin(db, token);
  const taking: number[] = [];
  for (let isMore = true; isMore; taking.push(await took(async () => void (isMore = await roundRobin.applyChanges()))))
    await renewLease(db);
  const global = { capacity: grantsPerRound, refillPerSecond: 0.000_1 };
  const deps: PacingDeps = {
    grants: new Grants(db),
    roundRobin: () => roundRobin,
    queue: { offer: async () => undefined },
    publishQueue: publishQueueQueries(db),
    buckets: new TokenBuckets(db, { account: { capacity: 50, refillPerSecond: 1 }, global }),
    clock: () => new Date(),
    monotonic: () => performance.now(),
    progress: async () => undefined,
    pause: async () => undefined,
    onError: (error) => {
      throw error;
    },
  };
  const [times, pages]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await renewLease(db);
    times.push(await took(() => runPacingRound(deps, roundRobin)));
    const first = String(round);
    pages.push(await took(() => db.raw(`select * from ${queueTable} where pin_id >= md5(?)::uuid order by pin_id limit 64`, [first])));
    await db('pins.publish_grant').whereNull('claimed_at').update({ claimed_at: new Date() });
  }
  const granted = await db('pins.publish_grant').count<{ count: string }[]>({ count: '*' });
  const page = median(pages);
  return {
    'round p50': median(times).toFixed(1),
    'round p99': percentile(times, 99).toFixed(1),
    'bare page p50': page.toFixed(2),
    'round ÷ page': (median(times) / page).toFixed(1),
    'grants a round': Number(granted[0]?.count ?? 0) / rounds,
    '200 changes p50': median(taking).toFixed(1),
  };
}

const renewLease = (db: Database): Promise<void> => holdLease(db, pacingDuty, token);

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Rows as the projection would have written them: one pin on each of 10 boards of every account, each account in a project of its own. */
async function fill(db: Database, accounts: number): Promise<void> {
  await db.raw(`truncate ${queueTable}, ${waitingTable}, pins.publish_grant, pins.round_robin_account, pins.round_robin_project;
    update pins.round_robin_cursor set position = -1`);
  // In portions that end within the statement time-out.
  for (let from = 1; from <= accounts; from += fillAtOnce) await fillQueue(db, from, Math.min(accounts, from + fillAtOnce - 1));
  await db.raw(
    `insert into ${waitingTable} (account_id, project_id, simulated, ready_pins, tokens, changed_position)
     select account_id, project_id, simulated, count(*), sum(cost), max(queue_position) from ${queueTable} group by 1, 2, 3`,
  );
  await db.raw(`analyze ${queueTable}, ${waitingTable}`);
}

async function fillQueue(db: Database, from: number, to: number): Promise<void> {
  await db.raw(
    `insert into ${queueTable} (pin_id, revision, project_id, epoch, account_id, board_id, fingerprint, cost, simulated, is_video,
       needs_upload, queue_position, phase, ready_at, starts, publishing)
     select md5(concat_ws(' ', 'pin', account, board))::uuid, 0, md5(account::text)::uuid, 0, md5(account::text)::uuid, board::text,
       concat_ws(' ', account, board), 1, false, false, false, account * :boards + board, 'ready', clock_timestamp(), 0, '{}'
     from generate_series(:from::int, :to::int) account, generate_series(1, :boards::int) board`,
    { from, to, boards },
  );
}
