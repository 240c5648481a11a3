import { startPostgres } from '@pps/embedded';
import { Client } from 'pg';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { findPgBouncer, startPooler } from '../test/campaigns/database-outage/start-pooler';
import { installation, type Installation } from '../test/campaigns/installation/installation';
import { startReplicatedServers } from '../test/setup/replicated-servers';
import { cpuTime } from './cpu-time';
import { closedLoad, median, openLoad, percentile } from './open-load';
import { serviceUnderLoad, type DatabaseUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { createPin, openTenants, type Tenant, waitUntilSettled } from './tenant';

// What a way to the database costs who creates pins: a server alone, the same through PgBouncer that lends connections for a transaction, and one whose
// standby has to confirm each commit, by turns in one run. Then the connections of several sites, each with every host in a process of its own.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 8);
const perSecond = Number(process.env['RATE'] ?? 20);
const workspaces = Number(process.env['WORKSPACES'] ?? 10);
const sites = Number(process.env['SITES'] ?? 3);
const inFlight = 32;
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001' };

const ways = ['alone', 'through PgBouncer', 'standby confirms'] as const;
type Way = (typeof ways)[number];

const startWay: Readonly<Record<Way, (folder: string) => Promise<DatabaseUnderLoad>>> = {
  alone: async (folder) => {
    const { url, pid, stop } = await startPostgres({ dataDir: join(folder, 'postgres') });
    return { url, processes: { PostgreSQL: pid }, stop: () => stop() };
  },
  'through PgBouncer': async (folder) => {
    const program = await findPgBouncer((line) => console.error(line));
    const { url, pid, stop } = await startPostgres({ dataDir: join(folder, 'postgres') });
    const pooler = await startPooler(program, url).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return {
      url,
      settings: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url },
      processes: { PostgreSQL: pid, ...(pooler.pid && { PgBouncer: pooler.pid }) },
      stop: async () => {
        await pooler.stop();
        await stop();
      },
    };
  },
  'standby confirms': async () => {
    const servers = await startReplicatedServers({ fsync: 'on', max_connections: 200 });
    await servers.ask(servers.primary, `alter system set synchronous_standby_names = 'second'`);
    await servers.ask(servers.primary, 'select pg_reload_conf()');
    return {
      url: servers.primary.url,
      processes: { PostgreSQL: servers.primary.pid, 'the standby': servers.standby.pid },
      stop: () => servers.stop(),
    };
  },
};

interface Measured {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly p50: number;
  readonly p99: number;
}

interface Side {
  readonly way: Way;
  readonly under: ServiceUnderLoad;
  readonly http: Pool;
  readonly tenants: Tenant[];
  readonly measured: Measured[];
}

export async function run(): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const way of ways) {
      const under = await serviceUnderLoad(standstill, startWay[way]);
      const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
      const side: Side = { way, under, http, tenants: [], measured: [] };
      sides.push(side);
      side.tenants.push(...(await openTenants(under.service.apiPort, workspaces)));
    }
    for (let round = 0; round <= rounds; round += 1) {
      // Who comes first changes: the second finds a warmer machine.
      for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
        const measured = await measure(side);
        // The first round warms up.
        if (round > 0) side.measured.push(measured);
        process.stderr.write(`round ${round}, ${side.way}: ${JSON.stringify(measured)}\n`);
      }
    }
    console.log(`median of ${rounds} rounds by turns, ${seconds} s with ${inFlight} in flight, then ${seconds} s at ${perSecond}/s`);
    const alone = sides[0]?.measured ?? [];
    console.table(Object.fromEntries(sides.map(({ way, measured }) => [way, rowOf(measured, alone)])));
    for (const side of sides.filter(({ way }) => way !== 'standby confirms')) await countConnections(side);
  } finally {
    for (const { http, under } of sides) {
      await http.close();
      await under.stop();
    }
  }
}

async function measure({ under, http, tenants }: Side): Promise<Measured> {
  const create = async () => (await createPin(http, tenants[Math.floor(Math.random() * tenants.length)] ?? under)) !== null;
  await waitUntilSettled(http, under);
  const before = cpuOf(under);
  const most = await closedLoad(seconds, inFlight, create);
  await waitUntilSettled(http, under);
  const cpuMs = (cpuOf(under) - before) / (most.perSecond * seconds);
  const steady = await openLoad({ ratePerSecond: perSecond, seconds, inFlight: 256 }, create);
  if (most.failures + steady.failures > 0) throw new Error('a creation was refused');
  return { perSecond: most.perSecond, cpuMs, p50: percentile(steady.latencies, 50), p99: percentile(steady.latencies, 99) };
}

/** Of the service and its parts, without the load itself. */
const cpuOf = (under: ServiceUnderLoad): number =>
  [...cpuTime(under)].reduce((sum, [name, ms]) => (name === 'the load itself' ? sum : sum + ms), 0);

/** Ratios are taken within a round. */
function rowOf(measured: readonly Measured[], alone: readonly Measured[]): Record<string, string> {
  const figures = { 'pins/s': 'perSecond', 'CPU ms of one': 'cpuMs', 'p50 ms': 'p50', 'p99 ms': 'p99' } as const;
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, key]) => [
      [name, median(measured.map((each) => each[key])).toFixed(1)],
      [`${name} ÷ alone`, median(measured.map((each, n) => each[key] / (alone[n]?.[key] ?? Number.NaN))).toFixed(2)],
    ]),
  );
}

/** Of a server, with so many more sites on its database while pins are created: the most that were seen, and how many worked at that moment. */
async function countConnections({ way, under, http, tenants }: Side): Promise<void> {
  const others: Installation[] = [];
  const database = new Client({ connectionString: under.databaseUrl });
  await database.connect();
  try {
    const seen: { all: number; busy: number }[] = [];
    const count = async () => {
      const { rows } = await database.query<{ all: number; busy: number }>(
        `select count(*)::int as all, (count(*) filter (where state <> 'idle'))::int as busy from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rows[0]) seen.push(rows[0]);
    };
    for (let site = 1; site <= sites; site += 1) {
      const other = await installation({ ...under.settings, SERVICE_PROCESSES: 'four' });
      others.push(other);
      // What one has sealed all have to open.
      cpSync(join(under.service.dataDir, 'keys'), join(other.dataDir, 'keys'), { recursive: true });
      await other.start();
    }
    const counting = setInterval(() => void count().catch(() => undefined), 100);
    await closedLoad(seconds, inFlight, async () => (await createPin(http, tenants[0] ?? under)) !== null);
    clearInterval(counting);
    const most = seen.reduce((max, each) => (each.all > max.all ? each : max), { all: 0, busy: 0 });
    const busiest = Math.max(...seen.map(({ busy }) => busy));
    console.log(
      `${way}: ${sites} sites of four processes, beside the one that is measured and the event store: ${most.all} connections of the server, ${busiest} busy at most`,
    );
  } finally {
    await database.end();
    for (const other of others) {
      await other.stop();
      await other.discard(false);
    }
  }
}
