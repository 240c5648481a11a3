import { startNodeProgram, type Child } from '@pps/embedded';
import { openEventStore, type EventStore } from '@pps/event-store';
import { checkpoints, isProjectorDuty, openDatabase, type Database } from '@pps/read-store';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { processTreeOf } from '../test/campaigns/installation/process-tree';
import { processesOf } from '../test/operations/standalone/processes-of';
import { cpuOfProcess } from './cpu-time';
import { openTenants } from './open-tenants';
import { median } from './percentile';
import { serviceUnderLoad } from './service-under-load';
import { measureShares } from './share-costs';
import { createBatch, type Tenant } from './tenant';

// What one, two and four projectors and orchestrators, which share their duties, do to the rate at which pins are accepted and reach every reader, and
// what limits that next: on a machine of few cores by the processor time of the busiest of them, and by what each share of the projections takes alone
// (Linux). With PINNED=yes each of these hosts keeps to one processor, by turns; everything else goes where it likes (needs `taskset`).

const counts = (process.env['HOSTS'] ?? '1,2,4').split(',').map(Number);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const batches = Number(process.env['BATCHES'] ?? 20);
const workspaces = Number(process.env['WORKSPACES'] ?? 10);
const isPinned = process.env['PINNED'] === 'yes';
const batchSize = 100;
const batchesInFlight = 4;
const withinMs = 300_000;
const settledForMs = 5_000;
// Accepted pins are not published during the measurement: that would count too.
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001', SERVICE_PROCESSES: 'four' };
const hosts = ['projector', 'orchestrator'] as const;
type Host = (typeof hosts)[number];

interface Round {
  readonly acceptedPerSecond: number;
  readonly handledPerSecond: number;
  /** CPU milliseconds for a pin of each projector and orchestrator, the busiest first. */
  readonly cpuMs: Readonly<Record<Host, readonly number[]>>;
  /** Of PostgreSQL and the event store. */
  readonly storesMs: number;
}

interface HostProcess {
  readonly host: Host;
  readonly pid: number;
}

export async function run(): Promise<void> {
  const under = await serviceUnderLoad(standstill);
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: batchesInFlight, pipelining: 1, bodyTimeout: 60_000 });
  const store = openEventStore(under.eventStoreUrl);
  const db = openDatabase(under.databaseUrl, 2);
  const added: Child[] = [];
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    const first = hosts.map((host) => processNamed(under.service.dataDir, host));
    const processes: HostProcess[] = [...first];
    const stores = [under.parts['PostgreSQL'], under.parts['event store']].flatMap((pid) => pid ?? []);
    const measure = () => measureRound({ http, store, db, tenants, processes, stores });
    await measure();
    const rows = [];
    for (const count of [...counts].sort((a, b) => a - b)) {
      while (processes.length < count * hosts.length)
        for (const { host, env } of first) {
          const child = await startHost(host, env);
          added.push(child);
          processes.push({ host, pid: child.pid });
        }
      if (isPinned) pin(processes);
      const shares = await settledShares(db);
      const measured: Round[] = [];
      for (let round = 0; round < rounds; round++) measured.push(await measure());
      const of = (value: (round: Round) => number) => median(measured.map(value));
      const cpuOf = (host: Host) => Array.from({ length: count }, (_, index) => of(({ cpuMs }) => cpuMs[host][index] ?? 0));
      const busiest = Math.max(...hosts.flatMap(cpuOf));
      rows.push({
        'of each': count,
        'pins accepted/s': of(({ acceptedPerSecond }) => acceptedPerSecond).toFixed(0),
        'handled by every reader/s': of(({ handledPerSecond }) => handledPerSecond).toFixed(0),
        'projectors, CPU ms for a pin': listed(cpuOf('projector')),
        orchestrators: listed(cpuOf('orchestrator')),
        'PostgreSQL and event store': of(({ storesMs }) => storesMs).toFixed(2),
        'pins/s that a core for each allows': (1_000 / busiest).toFixed(0),
        ...shares,
      });
      process.stderr.write(`${count}: ${measured.map(({ handledPerSecond }) => handledPerSecond.toFixed(0)).join(', ')}\n`);
    }
    console.log(`medians of ${rounds} rounds of ${batches * batchSize} pins, ${workspaces} workspaces`);
    console.table(rows);
    console.log(
      `each share of the projections alone, the log of this measurement from its beginning; of several hosts none is faster than the first`,
    );
    console.table((await measureShares(store, under.databaseUrl)).map((cost) => ({ ...cost, seconds: cost.seconds.toFixed(2) })));
  } finally {
    await Promise.all(added.map((child) => child.stop()));
    await http.close();
    await store.close();
    await db.destroy();
    await under.stop();
  }
}

/** Host number n of its kind keeps to processor n, orchestrators begin at the second; beyond the last one the first comes again. */
function pin(processes: readonly HostProcess[]): void {
  for (const [first, host] of hosts.entries()) {
    const pids = processes.filter((each) => each.host === host).map(({ pid }) => pid);
    for (const [index, pid] of pids.entries()) {
      const processor = (first + index) % availableParallelism();
      execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(processor), String(pid)], { stdio: 'ignore' });
    }
  }
}

interface Measuring {
  readonly http: Pool;
  readonly store: EventStore;
  readonly db: Database;
  readonly tenants: readonly Tenant[];
  readonly processes: readonly HostProcess[];
  readonly stores: readonly number[];
}

async function measureRound({ http, store, db, tenants, processes, stores }: Measuring): Promise<Round> {
  const spent = () => processes.map(({ pid }) => cpuOfProcess(pid));
  const spentByStores = () => stores.flatMap(processTreeOf).reduce((sum, pid) => sum + cpuOfProcess(pid), 0);
  const [before, storesBefore] = [spent(), spentByStores()];
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
  const forPin = spent().map((ms, index) => (ms - (before[index] ?? 0)) / (batches * batchSize));
  const cpuOf = (name: Host) => forPin.filter((_, index) => processes[index]?.host === name).sort((a, b) => b - a);
  const perSecond = (ms: number) => (batches * batchSize * 1_000) / ms;
  return {
    acceptedPerSecond: perSecond(acceptedMs),
    handledPerSecond: perSecond(handledMs),
    cpuMs: { projector: cpuOf('projector'), orchestrator: cpuOf('orchestrator') },
    storesMs: (spentByStores() - storesBefore) / (batches * batchSize),
  };
}

const listed = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(' + ');

/** How many duties each host leads, when nothing has changed hands for five seconds. */
async function settledShares(db: Database): Promise<Record<string, string>> {
  const deadline = performance.now() + withinMs;
  let [seen, since] = ['', performance.now()];
  while (performance.now() < since + settledForMs) {
    if (performance.now() > deadline) throw new Error('duties go on changing hands');
    const { rows } = await db.raw<{ rows: { holder: string; duty: string }[] }>(
      'select holder, duty from leases.lease where expires_at > clock_timestamp() order by duty',
    );
    const now = JSON.stringify(rows);
    if (now !== seen) [seen, since] = [now, performance.now()];
    await delay(200);
  }
  const led = JSON.parse(seen) as { readonly holder: string; readonly duty: string }[];
  const counts = (ofProjectors: boolean) => {
    const holders = led.filter(({ duty }) => isProjectorDuty(duty) === ofProjectors).map(({ holder }) => holder);
    return [...new Set(holders)].map((holder) => holders.filter((each) => each === holder).length).join(' + ');
  };
  return { 'shares of projections': counts(true), 'duties of orchestrators': counts(false) };
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

function processNamed(dataDir: string, host: Host): HostProcess & { env: NodeJS.ProcessEnv } {
  const found = processesOf(dataDir).find(({ command }) => command.includes(`apps/${host}/main`));
  if (!found) throw new Error(`no process is the ${host}`);
  const lines = readFileSync(`/proc/${found.pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const env = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  return { host, pid: found.pid, env };
}

async function startHost(host: string, env: NodeJS.ProcessEnv): Promise<Child> {
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
