import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';
import { startEventStore, startPostgres, type Part } from '@pps/embedded';
import { newId } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { percentile } from './percentile';

// What the local event store holds: the same measurements at growing sizes of the log, up to EVENTS (default 10,000,000).

const most = Number(process.env['EVENTS'] ?? 10_000_000);
const perTurn = 500;
const writers = 8;
const eventsPerStream = 50;
const probes = 300;
const readEvents = 200_000;
const { data } = pinQueued();

interface Finding {
  readonly events: number;
  readonly appended: number;
  readonly single: readonly number[];
  readonly streamRead: readonly number[];
  readonly catchUp: number;
  readonly restartMs: number;
  readonly gib: number;
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-large-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  let store: Part = await startEventStore({ databaseUrl: postgres.url });
  const findings: Finding[] = [];
  try {
    let client = EventStoreDBClient.connectionString(store.url);
    let events = 0;
    for (const size of [most / 1000, most / 100, most / 10, most].filter((count) => count >= 1_000)) {
      const appended = await fill(client, size - events);
      events = size;
      await client.dispose();
      await store.stop();
      const begun = performance.now();
      store = await startEventStore({ databaseUrl: postgres.url });
      client = EventStoreDBClient.connectionString(store.url);
      const single = await measureTimes(
        () => client.appendToStream(`probe-${newId()}`, jsonEvent({ type: 'BenchProbed', data })).then(() => undefined),
        1,
      );
      const restartMs = performance.now() - begun;
      findings.push({
        events,
        appended,
        restartMs,
        single: [
          ...single,
          ...(await measureTimes(
            () => client.appendToStream(`probe-${newId()}`, jsonEvent({ type: 'BenchProbed', data })).then(() => undefined),
            probes,
          )),
        ],
        streamRead: await measureTimes(() => readStream(client, Math.floor(Math.random() * (events / eventsPerStream))), probes),
        catchUp: await catchUp(client),
        gib: await sizeGib(postgres.url),
      });
      process.stderr.write(`${events} events: ${appended.toFixed(0)} appended/s\n`);
    }
    await client.dispose();
    print(findings);
  } finally {
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

let streams = 0;

/** Events per second; fifty to an append and a stream. */
async function fill(client: EventStoreDBClient, count: number): Promise<number> {
  let left = count;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (left > 0) {
        left -= perTurn;
        await Promise.all(
          Array.from({ length: perTurn / eventsPerStream }, () =>
            client.appendToStream(
              `filled-${streams++}`,
              Array.from({ length: eventsPerStream }, () => jsonEvent({ type: 'BenchFilled', data })),
            ),
          ),
        );
      }
    }),
  );
  return count / ((performance.now() - begun) / 1000);
}

async function readStream(client: EventStoreDBClient, stream: number): Promise<void> {
  let read = 0;
  for await (const event of client.readStream(`filled-${stream}`)) if (event.event) read++;
  if (read !== eventsPerStream) throw new Error(`stream ${stream} has ${read} events`);
}

async function catchUp(client: EventStoreDBClient): Promise<number> {
  const begun = performance.now();
  let read = 0;
  for await (const event of client.readAll({ fromPosition: START, maxCount: readEvents })) if (event.event) read++;
  return read / ((performance.now() - begun) / 1000);
}

async function measureTimes(work: () => Promise<void>, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const begun = performance.now();
    await work();
    took.push(performance.now() - begun);
  }
  return took;
}

async function sizeGib(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  await client.end();
  return Number(rows[0]?.bytes) / 2 ** 30;
}

function print(findings: readonly Finding[]): void {
  console.table(
    findings.map(({ events, appended, single, streamRead, catchUp: read, restartMs, gib }) => ({
      events,
      'appended events/s': appended.toFixed(0),
      'single append p50/p99 ms': `${percentile(single, 50).toFixed(2)} / ${percentile(single, 99).toFixed(2)}`,
      'read a stream p50/p99 ms': `${percentile(streamRead, 50).toFixed(2)} / ${percentile(streamRead, 99).toFixed(2)}`,
      'catch-up events/s': read.toFixed(0),
      'restart ms': restartMs.toFixed(0),
      GiB: gib.toFixed(2),
    })),
  );
}
