import { Pool } from 'undici';
import { findPython, findPythonWithHttpx } from '../test/python-sdk/find-python';
import { median } from './open-load';
import { programTimes } from './program-times';
import { readByPython, readByTypescript, type Pair, type SdkCalls, type Read } from './sdk-calls';
import { serviceUnderLoad } from './service-under-load';
import { createBatch } from './tenant';

// What a call by each SDK costs beside bare `fetch` and `http.client`, in turn; and how long `pps` and the generator take.

const pairs = Number(process.env['PAIRS'] ?? 1_000);
const rounds = Number(process.env['ROUNDS'] ?? 20);
const warmUp = 100;
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001' };

export async function run(): Promise<void> {
  const under = await serviceUnderLoad(standstill);
  const baseUrl = `http://127.0.0.1:${under.service.apiPort}`;
  const http = new Pool(baseUrl, { connections: 1 });
  try {
    await createBatch(http, under, 50);
    const page = await http.request({ method: 'GET', path: '/v1/pins?limit=1', headers: under.headers });
    const [first] = (await page.body.json()) as readonly { readonly id: string }[];
    const read: Read = { baseUrl, apiKey: under.headers['x-api-key'] ?? '', pinId: first?.id ?? '', pairs, warmUp };
    console.log(`median of ${pairs} pairs each, in turn`);
    console.table({
      ...rowsOf('TypeScript', await readByTypescript(read)),
      ...rowsOf('Python', await readByPython(read, await findPython(), 'standard')),
      ...rowsOf('Python by httpx', await readByPython(read, await findPythonWithHttpx(), 'httpx')),
    });
  } finally {
    await http.close();
    await under.stop();
  }
  console.log(`milliseconds, of ${rounds} in turn`);
  console.table(await programTimes(rounds));
}

function rowsOf(client: string, read: SdkCalls): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(read).map(([what, found]) => [`${client}, ${what}`, rowOf(found)]));
}

/** `more %`: the median of what a pair's call with the SDK took longer, of the median without. */
function rowOf(found: readonly Pair[]): object {
  const bare = median(found.map(([[ms]]) => ms));
  const more = median(found.map(([[without], [by]]) => by - without));
  const cpu = (at: 0 | 1) => (1_000 * median(found.map((pair) => pair[at][1]))).toFixed(0);
  return {
    'bare ms': bare.toFixed(2),
    'SDK ms': median(found.map(([, [ms]]) => ms)).toFixed(2),
    'more %': ((100 * more) / bare).toFixed(1),
    'CPU µs, bare': cpu(0),
    'CPU µs, SDK': cpu(1),
  };
}
