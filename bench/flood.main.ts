import { randomUUID } from 'node:crypto';
import { FormData, Pool } from 'undici';
import { pinBody, type Tenant } from './tenant';

// A hostile client in a process of its own: it keeps so many requests in flight until its parent says stop, and then tells how many of which status came back.

export interface Flood {
  readonly origin: string;
  readonly inFlight: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What every request sends, new each time: a registration, a batch of 100 pins of the tenant, an image, 5 MB of opening brackets, or a key for 1,000 unknown accounts. */
  readonly sends?: 'registration' | { readonly batchOf: Tenant } | 'image' | 'nested' | 'key';
}

const flood = JSON.parse(process.argv[2] ?? '') as Flood;
const pool = new Pool(flood.origin, { connections: flood.inFlight, pipelining: 1 });
const statuses: Record<string, number> = {};
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const nested = '['.repeat(5 * 1024 * 1024);
let stopped = false;

function bodyOf({ sends }: Flood): string | FormData | null {
  if (sends === undefined) return null;
  if (sends === 'nested') return nested;
  if (sends === 'key') return JSON.stringify({ name: 'Flood', platform_account_ids: Array.from({ length: 1_000 }, () => randomUUID()) });
  if (sends === 'registration')
    return JSON.stringify({ full_name: 'Flood', email: `flood.${randomUUID()}@example.test`, password: randomUUID() });
  if (sends !== 'image') return JSON.stringify({ pins: Array.from({ length: 100 }, () => pinBody(sends.batchOf)) });
  const form = new FormData();
  form.set('file', new File([Buffer.from(png, 'base64')], `${randomUUID()}.png`, { type: 'image/png' }));
  return form;
}

async function client(): Promise<void> {
  while (!stopped) {
    const body = bodyOf(flood);
    const headers = { ...flood.headers, ...(typeof body === 'string' && { 'content-type': 'application/json' }) };
    const status = await pool.request({ method: flood.method, path: flood.path, headers, body }).then(
      async (response) => {
        await response.body.dump();
        return String(response.statusCode);
      },
      () => 'none',
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

process.once('message', () => (stopped = true));
// Without its parent nobody would ever say stop.
process.once('disconnect', () => process.exit());
void Promise.all(Array.from({ length: flood.inFlight }, client)).then(() => {
  process.send?.(statuses);
  process.disconnect();
});
