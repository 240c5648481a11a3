import { newId } from '@pps/kernel';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { processesOf } from '../test/standalone/processes-of';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';

// Where the time goes: CPU milliseconds that each process spends on one accepted pin (Linux; robust against whatever else the machine does).

const pins = Number(process.env['PINS'] ?? 2_000);
const inFlight = 32;
const ticksPerSecond = 100;

async function main(): Promise<void> {
  const under = await serviceUnderLoad(process.env['NODE_OPTIONS'] ? { NODE_OPTIONS: process.env['NODE_OPTIONS'] } : {});
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
  try {
    await createMany(http, under, 300);
    const before = cpu(under);
    await createMany(http, under, pins);
    const after = cpu(under);
    const rows = [...after].map(([name, ms]) => ({ process: name, 'CPU ms per pin': (ms - (before.get(name) ?? 0)) / pins }));
    console.table(rows.map((row) => ({ ...row, 'CPU ms per pin': row['CPU ms per pin'].toFixed(2) })));
    console.log(`all: ${rows.reduce((sum, row) => sum + row['CPU ms per pin'], 0).toFixed(2)} ms per accepted pin`);
  } finally {
    await http.close();
    await under.stop();
  }
}

async function createMany(http: Pool, { accountId, boardId, headers }: ServiceUnderLoad, count: number): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) {
        const image_url = 'https://images.example.org/door.jpg';
        const body = JSON.stringify({ account_id: accountId, board_id: boardId, title: 'Blue door', image_url, idempotency_key: newId() });
        const sent = { ...headers, 'content-type': 'application/json' };
        const response = await http.request({ method: 'POST', path: '/v1/pins', headers: sent, body });
        await response.body.dump();
        if (response.statusCode !== 201) throw new Error(`a creation was answered ${response.statusCode}`);
      }
    }),
  );
}

function cpu({ service, dataFolder }: ServiceUnderLoad): Map<string, number> {
  const byName = new Map<string, number>();
  for (const { pid, command } of [...processesOf(service.dataDir), ...processesOf(dataFolder)]) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
    const name =
      /apps\/[a-z]+\/([a-z-]+)[.]main/.exec(command)?.[1] ?? /apps\/([a-z]+)\//.exec(command)?.[1] ?? command.split(/[ :]/)[0] ?? '?';
    byName.set(name, (byName.get(name) ?? 0) + ms);
  }
  return byName;
}

void main();
