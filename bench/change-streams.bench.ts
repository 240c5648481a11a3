import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { cpuTime } from './cpu-time';
import { median, openLoad, percentile } from './open-load';
import { memoryByProcess } from './process-memory';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { createPin, openTenants, waitUntilSettled, type Tenant } from './tenant';

// What 1,000 open streams of changes cost: memory and processor of the service, how long a creation takes with and without them by turns in one run, and how long
// after its answer the pin is told of. Each organization is told of its own pins by all of its streams.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 8);
const streams = Number(process.env['STREAMS'] ?? 1_000);
const workspaces = Number(process.env['WORKSPACES'] ?? 20);
const ratePerSecond = Number(process.env['RATE'] ?? 50);
const inFlight = 64;
const settleMs = 3_000;
const room = { CHANGE_STREAMS_PER_ORGANIZATION: '1000', CHANGE_STREAMS_PER_CREDENTIAL: '1000', CONNECTIONS_PER_ADDRESS: '5000' };

type Heard = (id: string, atMs: number) => void;

export async function run(): Promise<void> {
  const under = await serviceUnderLoad({ ...room, PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001' });
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    const sides = { without: [] as Side[], with: [] as Side[] };
    const [told, growth]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      await waitUntilSettled(http, under);
      const without = await measureCost(under, () => load(http, tenants));
      const before = memoryByProcess(under).get('all') ?? 0;
      const heardAt = new Map<string, number>();
      const open = await openStreams(under, tenants, (id, atMs) => heardAt.has(id) || heardAt.set(id, atMs));
      await delay(settleMs);
      const during = memoryByProcess(under).get('all') ?? 0;
      const withStreams = await measureCost(under, () =>
        load(http, tenants, (id, answeredAt) => {
          void delay(settleMs).then(() => round > 0 && told.push((heardAt.get(id) ?? Infinity) - answeredAt));
        }),
      );
      await delay(settleMs + 500);
      for (const socket of open) socket.destroy();
      await delay(settleMs);
      // The first round warms up.
      if (round > 0) {
        sides.without.push(without);
        sides.with.push(withStreams);
      }
      growth.push(during - before);
      process.stderr.write(
        `round ${round}: p50 ${percentile(without.latencies, 50).toFixed(1)} → ${percentile(withStreams.latencies, 50).toFixed(1)} ms, CPU ${without.cpu.toFixed(0)} → ${withStreams.cpu.toFixed(0)} ms/s, +${during - before} MiB\n`,
      );
    }
    console.log(
      `${streams} streams of ${workspaces} organizations, ${ratePerSecond} creations/s, median of ${rounds} rounds of ${seconds} s by turns`,
    );
    const at = (which: keyof typeof sides, rank: number) =>
      median(sides[which].map(({ latencies }) => percentile(latencies, rank))).toFixed(1);
    const cpuOf = (which: keyof typeof sides) => median(sides[which].map(({ cpu }) => cpu)).toFixed(0);
    console.table({
      'creation p50 ms': { without: at('without', 50), with: at('with', 50) },
      'creation p99 ms': { without: at('without', 99), with: at('with', 99) },
      'CPU of the service and its stores, ms/s': { without: cpuOf('without'), with: cpuOf('with') },
    });
    console.log(`memory of all processes: +${growth[0]} MiB when they were first opened, ${growth.join(', ')} by round`);
    console.log(
      `from the answer of a creation to its event: p50 ${percentile(told, 50).toFixed(0)} ms, p99 ${percentile(told, 99).toFixed(0)} ms of ${told.length}`,
    );
  } finally {
    await http.close();
    await under.stop();
  }
}

interface Side {
  /** Milliseconds of each creation. */
  readonly latencies: readonly number[];
  /** CPU milliseconds a second of the service's hosts and the stores. */
  readonly cpu: number;
}

async function measureCost(under: ServiceUnderLoad, work: () => Promise<readonly number[]>): Promise<Side> {
  const [before, begun] = [cpuOfService(under), performance.now()];
  const latencies = await work();
  return { latencies, cpu: ((cpuOfService(under) - before) / (performance.now() - begun)) * 1_000 };
}

const cpuOfService = (under: ServiceUnderLoad): number =>
  [...cpuTime(under)].reduce((sum, [name, ms]) => (name === 'the load itself' ? sum : sum + ms), 0);

/** Milliseconds of each creation. */
async function load(http: Pool, tenants: readonly Tenant[], onCreated: Heard = () => undefined): Promise<readonly number[]> {
  const { latencies, failures } = await openLoad({ ratePerSecond, seconds, inFlight }, async (n) => {
    const tenant = tenants[n % tenants.length];
    const id = tenant ? await createPin(http, tenant) : null;
    if (id !== null) onCreated(id, performance.now());
    return id !== null;
  });
  if (failures > 0) throw new Error(`${failures} creations failed`);
  return latencies;
}

/** As little work for each as there can be, as it is done on the same machine; the first stream of each tenant is read. */
function openStreams({ service }: ServiceUnderLoad, tenants: readonly Tenant[], onHeard: Heard): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: streams }, (_, n) => {
      const headers = Object.entries(tenants[n % tenants.length]?.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = connect(service.apiPort, '127.0.0.1');
      socket.write(`GET /v1/changes HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${headers.join('')}\r\n`);
      return new Promise<Socket>((resolve, reject) => {
        socket.once('error', reject).once('data', (first) => {
          if (!first.toString().startsWith('HTTP/1.1 200')) reject(new Error(first.toString()));
          socket.removeAllListeners('error').on('error', () => undefined);
          if (n < tenants.length) socket.on('data', (chunk) => tell(chunk.toString(), onHeard));
          else socket.resume();
          resolve(socket);
        });
      });
    }),
  );
}

function tell(text: string, onHeard: Heard): void {
  for (const [, id = ''] of text.matchAll(/"type":"pin","id":"([^"]+)"/g)) onHeard(id, performance.now());
}
