import { startNodeProgram, type Child } from '@pps/embedded';
import { openEventStore, type EventStore } from '@pps/event-store';
import { checkpoints, openDatabase, type Database } from '@pps/read-store';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { processesOf } from '../test/operations/standalone/processes-of';
import { cpuOfProcess } from './cpu-time';
import { openTenants } from './open-tenants';
import { median } from './percentile';
import { serviceUnderLoad } from './service-under-load';
import { createBatch, type Tenant } from './tenant';

// What one, two and four projectors and orchestrators do to the rate at which pins are accepted and reach every reader: one of them leads each
// duty, the others stand by, so more of them are for take-overs, not for speed (Linux).

const counts = (process.env['HOSTS'] ?? '1,2,4').split(',').map(Number);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const batches = Number(process.env['BATCHES'] ?? 20);
const workspaces = Number(process.env['WORKSPACES'] ?? 10);
const batchSize = 100;
const batchesInFlight = 4;
const withinMs = 300_000;
// Accepted pins are not published during the measurement: that would count too.
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001', SERVICE_PROCESSES: 'four' };
const hosts = ['projector', 'orchestrator'] as const;

interface Round {
  readonly acceptedPerSecond: number;
  readonly handledPerSecond: number;
  /** CPU milliseconds for a pin of all projectors and orchestrators, and of those that were started beside the first. */
  readonly cpuMs: number;
  readonly standbyCpuMs: number;
}

export async function run(): Promise<void> {
  const under = await serviceUnderLoad(standstill);
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: batchesInFlight, pipelining: 1, bodyTimeout: 60_000 });
  const store = openEventStore(under.eventStoreUrl);
  const db = openDatabase(under.databaseUrl, 2);
  const standbys: Child[] = [];
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    const leaders = hosts.map((host) => processNamed(under.service.dataDir, host));
    const measure = () => measureRound({ http, store, db, tenants, leaders: leaders.map(({ pid }) => pid), standbys });
    await measure();
    const rows = [];
    for (const count of [...counts].sort((a, b) => a - b)) {
      while (standbys.length < (count - 1) * hosts.length)
        standbys.push(...(await Promise.all(leaders.map(({ host, env }) => startStandby(host, env)))));
      const measured: Round[] = [];
      for (let round = 0; round < rounds; round++) measured.push(await measure());
      const of = (value: (round: Round) => number) => median(measured.map(value));
      rows.push({
        'projectors and orchestrators': `${count} and ${count}`,
        'pins accepted/s': of(({ acceptedPerSecond }) => acceptedPerSecond).toFixed(0),
        'handled by every reader/s': of(({ handledPerSecond }) => handledPerSecond).toFixed(0),
        'their CPU ms for a pin': of(({ cpuMs }) => cpuMs).toFixed(2),
        'of these the standbys': of(({ standbyCpuMs }) => standbyCpuMs).toFixed(2),
      });
      process.stderr.write(`${count}: ${measured.map(({ handledPerSecond }) => handledPerSecond.toFixed(0)).join(', ')}\n`);
    }
    console.log(`medians of ${rounds} rounds of ${batches * batchSize} pins, ${workspaces} workspaces`);
    console.table(rows);
  } finally {
    await Promise.all(standbys.map((standby) => standby.stop()));
    await http.close();
    await store.close();
    await db.destroy();
    await under.stop();
  }
}

interface Measuring {
  readonly http: Pool;
  readonly store: EventStore;
  readonly db: Database;
  readonly tenants: readonly Tenant[];
  readonly leaders: readonly number[];
  readonly standbys: readonly Child[];
}

async function measureRound({ http, store, db, tenants, leaders, standbys }: Measuring): Promise<Round> {
  const spent = () => [leaders, standbys.map(({ pid }) => pid)].map((pids) => pids.reduce((sum, pid) => sum + cpuOfProcess(pid), 0));
  const before = spent();
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: batchesInFlight }, async () => {
      for (let batch = next++; batch < batches; batch = next++) {
        const tenant = tenants[batch % tenants.length];
        if (!tenant || (await createBatch(http, tenant, batchSize)) !== batchSize) throw new Error('not all of a batch were created');
      }
    }),
  );
  const acceptedMs = performance.now() - begun;
  await allReach(db, await store.head());
  const handledMs = performance.now() - begun;
  const [led = 0, stoodBy = 0] = spent().map((ms, index) => (ms - (before[index] ?? 0)) / (batches * batchSize));
  const perSecond = (ms: number) => (batches * batchSize * 1_000) / ms;
  return { acceptedPerSecond: perSecond(acceptedMs), handledPerSecond: perSecond(handledMs), cpuMs: led + stoodBy, standbyCpuMs: stoodBy };
}

/** Until every projection and process has handled the log up to the position; throws after five minutes. */
async function allReach(db: Database, position: bigint): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const readers = [...(await checkpoints.all(db, 'projection')), ...(await checkpoints.all(db, 'process'))];
    const behind = readers.filter((reader) => reader.position < position);
    if (behind.length === 0) return;
    if (performance.now() > deadline) throw new Error(`still behind: ${behind.map(({ name }) => name).join(', ')}`);
    await delay(20);
  }
}

function processNamed(dataDir: string, host: string): { host: string; pid: number; env: NodeJS.ProcessEnv } {
  const found = processesOf(dataDir).find(({ command }) => command.includes(`apps/${host}/main`));
  if (!found) throw new Error(`no process is the ${host}`);
  const lines = readFileSync(`/proc/${found.pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const env = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  return { host, pid: found.pid, env };
}

async function startStandby(host: string, env: NodeJS.ProcessEnv): Promise<Child> {
  let hasStarted = false;
  const hear = (line: string) => void (hasStarted ||= line.includes('"msg":"started"'));
  const child = startNodeProgram({ entry: `apps/${host}/main`, env: { ...env, LOG_LEVEL: 'info', PORT: '0' }, stdout: hear, stderr: hear });
  const deadline = performance.now() + withinMs;
  while (!hasStarted) {
    if (performance.now() > deadline) throw new Error(`the ${host} has not started`);
    await delay(50);
  }
  return child;
}
