import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mapLimited, pause } from '@pps/concurrency';
import { openWorkspace, type Workspace } from '../test/campaigns/traffic/workspace';
import { caller } from '../test/setup/caller';
import { honestTenant, type Times } from './honest-tenant';
import { percentile } from './open-load';
import { serviceUnderLoad } from './service-under-load';
import { startFlood, type Statuses } from './start-flood';

// What one tenant's load does to another one's creations, reads and deliveries: SAMPLES (default 40) of each, quiet and under the load by turns.
// A load is what the tenant makes in that time; how much that was stands beside it. LOADS=a,b runs some of them; SETTINGS='{"READ_WAIT":"60s"}' adds settings.

const samples = Number(process.env['SAMPLES'] ?? 40);
const asked = process.env['LOADS']?.split(',');
const beginsWithinMs = 2_000;
const hangingWebhooks = 100;
const fanOut = 10;

interface Load {
  readonly name: string;
  /** Begins; what it gives ends the load and says how much it was, as often as it is called. */
  readonly begin: () => Promise<() => Promise<string>>;
}

export async function run(): Promise<void> {
  const under = await serviceUnderLoad(JSON.parse(process.env['SETTINGS'] ?? '{}') as Record<string, string>);
  const receivers = [answering(), createServer(() => undefined).listen(0, '127.0.0.1')];
  await Promise.all(receivers.map((receiver) => once(receiver, 'listening')));
  const honest = await honestTenant(under.service.apiPort);
  try {
    const loads = await loadsOf(under.service.apiPort, receivers.map(urlOf));
    await honest.measure(10);
    const rows: Record<string, string>[] = [];
    for (const { name, begin } of loads.filter((load) => asked?.includes(load.name) ?? true)) {
      const quiet = await honest.measure(samples);
      const end = await begin();
      const underLoad = pause(beginsWithinMs).then(() => honest.measure(samples));
      // A load that outlived its measurement would be in the way of whatever comes next.
      const loaded = await underLoad.finally(end);
      rows.push({ load: `${name}: ${await end()}`, ...compared(quiet, loaded) });
      console.log(JSON.stringify(rows.at(-1)));
      await pause(3_000);
    }
    console.table(rows);
  } finally {
    honest.stop();
    for (const receiver of receivers) receiver.close().closeAllConnections();
    await under.stop();
  }
}

async function loadsOf(apiPort: number, [answeringUrl = '', hangingUrl = '']: readonly string[]): Promise<Load[]> {
  const origin = `http://127.0.0.1:${apiPort}`;
  const open = async (username: string): Promise<Workspace> =>
    (await openWorkspace([caller(apiPort)], answeringUrl, { usernames: [username] }))[0];
  const busy = await open('busy');
  const { headers } = busy;
  const post = { origin, method: 'POST', headers } as const;
  const batches = { ...post, inFlight: 4, path: '/v1/pins/batch', sends: { batchOf: busy } } as const;
  const flood = (what: string, options: Parameters<typeof startFlood>[0]) => async () => {
    const stop = startFlood(options);
    return async () => `${textOf(await stop())} ${what}`;
  };
  const subscribe = (url: string, count: number) =>
    mapLimited(4, Array.from({ length: count }), () => busy.call('POST', '/v1/webhooks', { url, events: ['*'] }));
  return [
    {
      name: 'batches of four tenants',
      begin: async () => {
        const tenants = [busy, ...(await Promise.all(['busy-2', 'busy-3', 'busy-4'].map(open)))];
        const stops = tenants.map((each) => startFlood({ ...batches, headers: each.headers, inFlight: 2, sends: { batchOf: each } }));
        return async () => {
          const each = (await Promise.all(stops.map((stop) => stop()))).map(textOf);
          return `batches of 100 pins, 2 in flight of each: ${each.join('; ')}`;
        };
      },
    },
    { name: 'a month queued at once', begin: flood('batches of 100 pins, 4 in flight', batches) },
    {
      name: 'deliveries',
      begin: async () => {
        await subscribe(answeringUrl, fanOut);
        const stop = startFlood(batches);
        await pause(4_000);
        const statuses = await stop();
        return async () => `${textOf(statuses)} batches of 100 pins, told to ${fanOut + 1} webhooks`;
      },
    },
    { name: 'assets', begin: flood('uploads, 4 in flight', { ...post, inFlight: 4, path: '/v1/assets/images', sends: 'image' }) },
    { name: '500 in flight', begin: flood('reads', { ...post, method: 'GET', inFlight: 500, path: '/v1/pins?limit=20' }) },
    {
      name: 'registrations',
      begin: flood('registrations, 60 in flight', {
        origin,
        method: 'POST',
        inFlight: 60,
        path: '/v1/auth/register',
        sends: 'registration',
      }),
    },
    {
      name: 'hanging endpoints',
      begin: async () => {
        const made = (await subscribe(hangingUrl, hangingWebhooks)).filter(({ status }) => status === 201).length;
        await busy.call('POST', '/v1/pins/batch', { pins: Array.from({ length: 10 }, (_, n) => pinOf(busy, n)) });
        return async () => `${made} webhooks, 10 pins`;
      },
    },
  ];
}

const pinOf = ({ accountId, boardId }: Workspace, n: number) => ({
  ...{ account_id: accountId, board_id: boardId, title: `hanging ${n}` },
  image_url: `https://images.example/hanging-${n}.jpg`,
});

const answering = (): Server => createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const textOf = (statuses: Statuses): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

function compared(quiet: Times, loaded: Times): Record<string, string> {
  const kinds = ['create', 'read', 'delivery'] as const;
  return Object.fromEntries(
    kinds.flatMap((kind) =>
      [50, 99].map((rank) => {
        const [before, under] = [percentile(quiet[kind], rank), percentile(loaded[kind], rank)];
        return [`${kind} p${rank}`, `${before.toFixed(0)} → ${under.toFixed(0)} (${(under / before).toFixed(1)})`];
      }),
    ),
  );
}
