import { newId } from '@pps/kernel';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { processesOf } from '../test/standalone/processes-of';
import { serviceUnderLoad } from './service-under-load';

// Resident memory of every process of the standalone start, before and after 10,000 accepted pins.

const pins = Number(process.env['PINS'] ?? 10_000);
const inFlight = 32;

async function main(): Promise<void> {
  const under = await serviceUnderLoad({ PACING_ACCOUNT: '10000/1000', PACING_GLOBAL: '10000/1000' });
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
  try {
    const before = memory(under.service.dataDir);
    let left = pins;
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (left-- > 0) await create(http, under);
      }),
    );
    const after = memory(under.service.dataDir);
    console.log(`after ${pins} pins`);
    console.table([...after].map(([name, mib]) => ({ process: name, 'MiB before': before.get(name), 'MiB after': mib })));
  } finally {
    await http.close();
    await under.stop();
  }
}

async function create(http: Pool, { accountId, boardId, headers }: Awaited<ReturnType<typeof serviceUnderLoad>>): Promise<void> {
  const image_url = 'https://images.example.org/door.jpg';
  const body = JSON.stringify({ account_id: accountId, board_id: boardId, title: 'Blue door', image_url, idempotency_key: newId() });
  const response = await http.request({
    method: 'POST',
    path: '/v1/pins',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  await response.body.dump();
  if (response.statusCode !== 201) throw new Error(`a creation was answered ${response.statusCode}`);
}

/** MiB by program, read from /proc (Linux). */
function memory(dataDir: string): Map<string, number> {
  const byName = new Map<string, number>();
  for (const { pid, command } of processesOf(dataDir)) {
    const name = /apps\/([a-z]+)\//.exec(command)?.[1] ?? command.split(' ')[0] ?? '?';
    const kib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    byName.set(name, (byName.get(name) ?? 0) + Math.round(kib / 1024));
  }
  return byName;
}

void main();
