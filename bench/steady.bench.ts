import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Pool } from 'undici';
import { caller } from '../test/setup/caller';
import { eventually } from '../test/setup/eventually';
import { cpuTime } from './cpu-time';
import { serviceUnderLoad, socketDatabase } from './service-under-load';
import { statementsDuring } from './statements-sent';
import { createPin } from './tenant';

// What a pin costs from its request to its webhook where few come, as on most installations: CPU milliseconds of each process at a steady rate (Linux).
// Where many come at once, statements and wake-ups are shared by them: `bench cpu` measures that.
// STATEMENTS_AT=2 shows the statements sent for a pin at that rate, those that took the server longest first.

const rates = (process.env['RATES'] ?? '2,10,30').split(',').map(Number);
const seconds = Number(process.env['SECONDS'] ?? 20);
const warmSeconds = Number(process.env['WARM'] ?? 20);
/** One pin at a time is published on a board. */
const boards = 10;
// None waits for a token.
const pacing = { PACING_ACCOUNT: '1000/200', PACING_GLOBAL: '1000/200' };
const statementsAt = Number(process.env['STATEMENTS_AT'] ?? 0);

export async function run(): Promise<void> {
  const lines: string[] = [];
  const under = await serviceUnderLoad(
    pacing,
    socketDatabase((line) => void (statementsAt > 0 && lines.push(line))),
  );
  const database = new Client({ connectionString: under.databaseUrl });
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: 64, pipelining: 1 });
  const boardIds = [under.boardId];
  const createFor = async (perSecond: number, forSeconds: number): Promise<number> => {
    const open: Promise<string | null>[] = [];
    for (let n = 0; n < perSecond * forSeconds; n++) {
      open.push(createPin(http, { ...under, boardId: boardIds[n % boardIds.length] ?? under.boardId }));
      await delay(1_000 / perSecond);
    }
    const accepted = (await Promise.all(open)).filter((id) => id !== null).length;
    await eventually('all published', async () => ((await waiting()) === 0 ? true : undefined), 60_000);
    return accepted;
  };
  const waiting = async () => (await database.query('select from read.publish_queue limit 1')).rowCount;
  const rows: object[] = [];
  try {
    await database.connect();
    const call = caller(under.service.apiPort);
    for (let board = 2; board <= boards; board += 1) {
      const { status, body } = await call(
        'POST',
        '/v1/platform/boards',
        { account_id: under.accountId, name: `Doors ${board}` },
        under.headers,
      );
      if (status !== 201) throw new Error(`a board was answered ${status}`);
      boardIds.push(body.id as string);
    }
    await createFor(30, warmSeconds);
    for (const rate of rates) {
      const [before, begun] = [cpuTime(under), performance.now()];
      const accepted = await createFor(rate, seconds);
      const after = cpuTime(under);
      const took = (performance.now() - begun) / 1_000;
      const each = [...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / accepted] as const);
      const all = each.reduce((sum, [name, ms]) => (name === 'the load itself' ? sum : sum + ms), 0);
      rows.push({
        'pins/s': Number((accepted / took).toFixed(1)),
        ...Object.fromEntries(each.map(([name, ms]) => [name, Number(ms.toFixed(1))])),
        all: Number(all.toFixed(1)),
      });
    }
    console.log('CPU ms of a pin from its request to its webhook');
    console.table(rows);
    if (statementsAt > 0)
      for (const { statement, times, ms } of await statementsDuring(database, lines, () => createFor(statementsAt, seconds)))
        console.log(`${(times / statementsAt / seconds).toFixed(2)} a pin, ${(ms / statementsAt / seconds).toFixed(2)} ms: ${statement}`);
  } finally {
    await database.end();
    await http.close();
    await under.stop();
  }
}
