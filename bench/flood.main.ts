import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

// A hostile client in a process of its own: it keeps so many requests in flight until its parent says stop, and then tells how many of which status came back.

export interface Flood {
  readonly origin: string;
  readonly inFlight: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Every request registers somebody new. */
  readonly registers?: true;
}

const flood = JSON.parse(process.argv[2] ?? '') as Flood;
const pool = new Pool(flood.origin, { connections: flood.inFlight, pipelining: 1 });
const statuses: Record<string, number> = {};
let stopped = false;

async function client(): Promise<void> {
  while (!stopped) {
    const body = flood.registers
      ? JSON.stringify({ full_name: 'Flood', email: `flood.${randomUUID()}@example.test`, password: randomUUID() })
      : null;
    const headers = { ...flood.headers, ...(body !== null && { 'content-type': 'application/json' }) };
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
void Promise.all(Array.from({ length: flood.inFlight }, client)).then(() => {
  process.send?.(statuses);
  process.disconnect();
});
