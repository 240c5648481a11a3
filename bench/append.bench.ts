import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startEventStore, startPostgres, type Part } from '@pps/embedded';
import { Pool } from 'pg';

// How fast the event store takes appends, beside plain INSERTs into a table of the same shape on the same Postgres in the same run.

interface Contender {
  readonly name: string;
  readonly writers: number;
  readonly appends: number;
  run(appends: number, writers: number): Promise<void>;
}

const rounds = 5;
const writerCounts = [1, 8, 64] as const;
const rowsPerStatement = 100;
const payload = { text: 'x'.repeat(850) };
const payloadBytes = Buffer.from(JSON.stringify(payload));

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-append-'));
  chmodSync(folder, 0o711);
  const parts: Part[] = [];
  try {
    const { databaseUrl, eventStoreUrl } = await findParts(folder, parts);
    await compare(databaseUrl, eventStoreUrl);
  } finally {
    for (const part of parts.reverse()) await part.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findParts(folder: string, parts: Part[]): Promise<{ databaseUrl: string; eventStoreUrl: string }> {
  const { DATABASE_URL, EVENTSTORE_URL } = process.env;
  if (DATABASE_URL && EVENTSTORE_URL) return { databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL };
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  parts.push(postgres);
  const eventStore = await startEventStore({ databaseUrl: postgres.url });
  parts.push(eventStore);
  return { databaseUrl: postgres.url, eventStoreUrl: eventStore.url };
}

async function compare(databaseUrl: string, eventStoreUrl: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const pool = new Pool({ connectionString: databaseUrl, max: Math.max(...writerCounts) });
  await pool.query('drop table if exists bench_append');
  await pool.query(`create table bench_append (position bigserial primary key, stream text collate "C" not null, revision bigint not null,
    event_id uuid not null, type text not null, data bytea not null, unique (stream, revision))`);
  try {
    const contenders = contendersOf(client, pool);
    const rates = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const contender of contenders) {
        const rate = await rateOf(contender);
        const key = keyOf(contender);
        // The first round warms up.
        if (round > 0) rates.set(key, [...(rates.get(key) ?? []), rate]);
      }
    }
    print(contenders, rates);
  } finally {
    await pool.query('drop table if exists bench_append');
    await pool.end();
    await client.dispose();
  }
}

function contendersOf(client: EventStoreDBClient, pool: Pool): Contender[] {
  const insert = 'insert into bench_append (stream, revision, event_id, type, data) values ($1, $2, $3, $4, $5)';
  const insertMany = `insert into bench_append (stream, revision, event_id, type, data)
    select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::bytea[])`;
  const append = (credentials: boolean) => async (appends: number, writers: number) => {
    const options = credentials ? { credentials: { username: 'nobody', password: 'nothing' } } : {};
    await inParallel(appends, writers, async (stream) => {
      await client.appendToStream(stream, jsonEvent({ type: 'Appended', data: payload }), options);
    });
  };
  return writerCounts.flatMap((writers) => [
    {
      name: 'INSERT of one row per transaction',
      writers,
      appends: writers === 1 ? 1_000 : 3_000,
      run: (appends, count) =>
        inParallel(appends, count, async (stream, revision) => {
          await pool.query({ name: 'insert', text: insert, values: [stream, revision, randomUUID(), 'Appended', payloadBytes] });
        }),
    },
    {
      name: `INSERT of ${rowsPerStatement} rows per transaction`,
      writers,
      appends: 10_000,
      run: (appends, count) =>
        inParallel(appends / rowsPerStatement, count, async (stream, statement) => {
          const rows = Array.from({ length: rowsPerStatement }, (_, row) => statement * rowsPerStatement + row);
          const columns = [
            rows.map(() => stream),
            rows,
            rows.map(() => randomUUID()),
            rows.map(() => 'Appended'),
            rows.map(() => payloadBytes),
          ];
          await pool.query({ name: 'insert-many', text: insertMany, values: columns });
        }),
    },
    { name: 'event store, batch append', writers, appends: writers === 1 ? 1_000 : 6_000, run: append(false) },
    { name: 'event store, classic append', writers, appends: writers === 1 ? 1_000 : 4_000, run: append(true) },
  ]);
}

/** Each writer has a stream of its own and waits for one write before the next. */
async function inParallel(writes: number, writers: number, write: (stream: string, revision: number) => Promise<void>): Promise<void> {
  let left = writes;
  const writer = async () => {
    const stream = `bench-${randomUUID()}`;
    for (let revision = 0; left > 0; revision += 1) {
      left -= 1;
      await write(stream, revision);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
}

async function rateOf({ appends, writers, run }: Contender): Promise<number> {
  const started = performance.now();
  await run(appends, writers);
  return (appends / (performance.now() - started)) * 1000;
}

function keyOf({ name, writers }: Contender): string {
  return `${name} ${writers}`;
}

function print(contenders: readonly Contender[], rates: ReadonlyMap<string, number[]>): void {
  const medianOf = (contender: Contender) => [...rates.get(keyOf(contender))!].sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  console.log(`Events of ${payloadBytes.length} bytes, medians of ${rounds} rounds, Node ${process.version}, ${cpus().length} CPUs\n`);
  console.log(`${'writers'.padStart(7)}  ${'way'.padEnd(36)} ${'events/s'.padStart(9)} ${'lowest'.padStart(9)} ${'ratio'.padStart(7)}`);
  for (const contender of contenders) {
    const rate = medianOf(contender);
    const single = contenders.find(({ writers, name }) => writers === contender.writers && name.includes('one row'))!;
    const lowest = Math.min(...rates.get(keyOf(contender))!);
    const columns = [
      Math.round(rate).toString().padStart(9),
      Math.round(lowest).toString().padStart(9),
      (rate / medianOf(single)).toFixed(2).padStart(7),
    ];
    console.log(`${String(contender.writers).padStart(7)}  ${contender.name.padEnd(36)} ${columns.join(' ')}`);
  }
  console.log('\nratio: to one row per transaction with as many writers');
}
