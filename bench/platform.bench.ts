import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startEventStore, startNats, startNodeProgram, startPostgres, waitUntil } from '@pps/embedded';
import { Pool } from 'undici';
import { adapterOverhead } from './adapter-overhead';
import { connectedAccount, type Asked } from './connected-account';
import { closedLoad } from './open-load';
import { median } from './percentile';

// What a verdict from the cache costs over HTTP beside a route that does nothing, and what the adapter adds to a bare request, in one run.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 2);
const inFlight = Number(process.env['IN_FLIGHT'] ?? 32);

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-platform-'));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown>)[] = [];
  const track = <T extends { stop(): Promise<unknown> }>(part: T): T => {
    stops.push(() => part.stop());
    return part;
  };
  try {
    const postgres = track(await startPostgres({ dataDir: join(folder, 'postgres') }));
    const eventStore = track(await startEventStore({ databaseUrl: postgres.url }));
    const nats = track(await startNats({ storeDir: join(folder, 'nats') }));
    const [port, simulatorsPort] = [await findFreePort(), await findFreePort()];
    const simulators = `http://127.0.0.1:${simulatorsPort}`;
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      EVENTSTORE_URL: eventStore.url,
      NATS_URL: nats.url,
      LOG_LEVEL: 'error',
      PORT: String(port),
      SIMULATORS_PORT: String(simulatorsPort),
      SMTP_PORT: '0',
      PLATFORM_API_URL: `${simulators}/platform/v5`,
      PLATFORM_OAUTH_URL: `${simulators}/platform/oauth/`,
      PLATFORM_CLIENT_ID: 'app',
      PLATFORM_CLIENT_SECRET: 'app-secret',
    };
    const stderr = (line: string) => console.error(line);
    const start = (host: string) => track(startNodeProgram({ entry: `apps/${host}/main`, env, stdout: () => undefined, stderr }));
    start('simulators');
    start('projector');
    const apiHost = start('api');
    const api = `http://127.0.0.1:${port}`;
    await waitUntil('the API', 60_000, apiHost, async () => (await fetch(`${api}/health/ready`).catch(() => null))?.status === 200);
    const asked = await connectedAccount(api);
    await verdicts(api, asked);
    console.table(await adapterOverhead({ apiUrl: env.PLATFORM_API_URL, simulators, rounds, seconds }));
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function verdicts(api: string, { accountId, boardId, headers }: Asked): Promise<void> {
  const http = new Pool(api, { connections: inFlight });
  const ways: readonly (readonly [string, string, Record<string, string>])[] = [
    ['GET / (does nothing)', '/', {}],
    ['verdict from the cache, API key', `/v1/platform/boards/${boardId}/access?account_id=${accountId}`, headers],
  ];
  const results = new Map(ways.map(([name]) => [name, [] as { perSecond: number; p50: number }[]]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, path, given] of ways) {
      const { perSecond, latencies, failures } = await closedLoad(seconds, inFlight, async () => {
        const response = await http.request({ method: 'GET', path, headers: given });
        await response.body.dump();
        return response.statusCode === 200;
      });
      if (failures > 0) throw new Error(`${name}: ${failures} calls failed`);
      // The first round warms up.
      if (round > 0) results.get(name)?.push({ perSecond, p50: median(latencies) });
    }
  await http.close();
  console.log(`medians of ${rounds} rounds of ${seconds} s, ${inFlight} in flight`);
  console.table(
    [...results].map(([route, all]) => ({
      route,
      'per second': Math.round(median(all.map((each) => each.perSecond))),
      'p50 ms': Number(median(all.map((each) => each.p50)).toFixed(2)),
    })),
  );
}
