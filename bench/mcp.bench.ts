import { Pool } from 'undici';
import { legacyCall, modernCall } from '../test/mcp/send-raw';
import { median } from './open-load';
import { serviceUnderLoad } from './service-under-load';

// What a call of a tool costs beside the route that does the same: one after another, by turns in one run.

const rounds = Number(process.env['ROUNDS'] ?? 400);
const warmUp = 50;

export async function run(): Promise<void> {
  const under = await serviceUnderLoad({});
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: 1, pipelining: 1 });
  const timed = async (options: {
    method: 'GET' | 'POST';
    path: string;
    body?: string;
    headers: Record<string, string>;
  }): Promise<number> => {
    const begun = performance.now();
    const { statusCode, body } = await http.request({ ...options, headers: { ...options.headers, ...under.headers } });
    await body.text();
    if (statusCode !== 200) throw new Error(`${options.path} was answered ${statusCode}`);
    return performance.now() - begun;
  };
  const [tool, olderTool] = [modernCall('list_accounts'), legacyCall('list_accounts')];
  const ways = {
    'GET /v1/platform/accounts': () => timed({ method: 'GET', path: '/v1/platform/accounts', headers: {} }),
    'tool list_accounts': () => timed({ method: 'POST', path: '/mcp', ...tool }),
    'tool list_accounts, older client': () => timed({ method: 'POST', path: '/mcp', ...olderTool }),
  } as const;
  const measured = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  try {
    for (let round = 0; round < rounds + warmUp; round += 1) {
      for (const [way, ask] of Object.entries(ways)) {
        const ms = await ask();
        if (round >= warmUp) measured.get(way)?.push(ms);
      }
    }
    const base = median(measured.get('GET /v1/platform/accounts') ?? []);
    console.log(`median of ${rounds} calls each, by turns`);
    console.table(
      Object.fromEntries(
        [...measured].map(([way, times]) => [way, { ms: median(times).toFixed(2), more: (median(times) - base).toFixed(2) }]),
      ),
    );
  } finally {
    await http.close();
    await under.stop();
  }
}
