import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { listPlatformPins } from '../test/campaigns/evidence/evidence';
import { createPin, openTenants } from './tenant';
import { openLoad, percentile } from './open-load';
import { serviceUnderLoad } from './service-under-load';

// From the answer of a creation to the platform's call, by the simulator's own stamp, while there are tokens for all. Many workspaces, because the
// calls for one board follow one another.

const perSecond = Number(process.env['RATE'] ?? 5);
const workspaces = Number(process.env['WORKSPACES'] ?? 20);
const seconds = Number(process.env['SECONDS'] ?? 30);
const publishedWithinMs = 60_000;

export async function run(): Promise<void> {
  const under = await serviceUnderLoad({ PACING_ACCOUNT: '10000/1000', PACING_GLOBAL: '10000/1000' });
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: 64, pipelining: 1 });
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    const accepted = new Map<string, number>();
    const create = async (n: number) => {
      const title = `pin ${n}`;
      if ((await createPin(http, tenants.at(n % tenants.length) ?? under, { title })) === null) return false;
      accepted.set(title, Date.now());
      return true;
    };
    // Everything is loaded and every connection is open before the first one counts.
    for (let n = -20; n < 0; n++) await create(n);
    accepted.clear();
    const load = await openLoad({ ratePerSecond: perSecond, seconds, inFlight: 64 }, create);
    const called = await calls(under.service.platformUrl, accepted);
    const waits = [...accepted].flatMap(([title, at]) => (called.has(title) ? [(called.get(title) ?? 0) - at] : []));
    console.log(
      `${accepted.size} pins at ${load.perSecond.toFixed(1)}/s of ${workspaces} workspaces, ${accepted.size - waits.length} not published`,
    );
    console.table([50, 90, 99, 100].map((rank) => ({ percentile: rank, 'ms from answer to call': percentile(waits, rank) })));
  } finally {
    await http.close();
    await under.stop();
  }
}

/** When each pin reached the platform, as soon as all have. */
async function calls(platformUrl: string, accepted: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const deadline = performance.now() + publishedWithinMs;
  for (;;) {
    const rows = (await listPlatformPins(platformUrl)) as unknown as readonly { title: string; created_at: number }[];
    const times = new Map(rows.map(({ title, created_at }) => [title, Number(created_at)]));
    if ([...accepted.keys()].every((title) => times.has(title)) || performance.now() > deadline) return times;
    await delay(500);
  }
}
