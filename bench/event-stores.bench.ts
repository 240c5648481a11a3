import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { startEventStore, startPostgres, type Part } from '@pps/embedded';
import { Client } from 'pg';
import type { Command } from 'commander';
import { eventStoreLoads, fillLog, type EventStoreLoad } from './event-store-loads';
import { median, percentile } from './percentile';

// The local event store of this checkout beside the one of another checkout, in alternating rounds on one PostgreSQL.

const ticksPerSecond = 100;

interface Contender {
  readonly part: Part;
  readonly client: EventStoreDBClient;
}

interface Finding {
  readonly perSecond: number;
  readonly took: readonly number[];
  /** CPU microseconds of the store's process for one event (Linux). */
  readonly cpuPerEvent: number;
}

interface Options {
  readonly other: string;
  readonly rounds: string;
  readonly only: string;
}

export const options = (command: Command): Command =>
  command
    .requiredOption('--other <folder>', 'another checkout, built')
    .option('--rounds <number>', 'rounds of each load after one that warms up', '5')
    .option('--only <expression>', 'loads whose name matches', '');

export async function run({ other, rounds, only }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-stores-'));
  chmodSync(folder, 0o711);
  const parts: Part[] = [];
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    parts.push(postgres);
    const start = async (name: string, entry?: string): Promise<Contender> => {
      const databaseUrl = await createDatabase(postgres.url, name);
      const part = await startEventStore({ databaseUrl, ...(entry !== undefined && { entry }) });
      parts.push(part);
      const client = EventStoreDBClient.connectionString(part.url);
      await fillLog(client);
      return { part, client };
    };
    const theirs = await start('other', resolve(other, 'dist/apps/standalone/event-store.main.js'));
    const ours = await start('this_one');
    console.log(`events of 861 bytes, ${rounds} rounds, Node ${process.version}, ${cpus().length} CPUs; ratio: this checkout to the other`);
    const loads = eventStoreLoads.filter(({ name }) => new RegExp(only).test(name));
    console.table(await compare(loads, Number(rounds), theirs, ours));
    for (const { client } of [theirs, ours]) await client.dispose();
  } finally {
    for (const part of parts.reverse()) await part.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(loads: readonly EventStoreLoad[], rounds: number, theirs: Contender, ours: Contender): Promise<object[]> {
  const rows: object[] = [];
  for (const load of loads) {
    const before: Finding[] = [];
    const after: Finding[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const pair: [Contender, Finding[]][] = [
        [theirs, before],
        [ours, after],
      ];
      for (const [contender, findings] of round % 2 === 0 ? pair : pair.reverse()) {
        const finding = await measure(load, contender);
        // The first round warms up.
        if (round > 0) findings.push(finding);
      }
    }
    rows.push(rowOf(load, before, after));
    process.stderr.write(`${load.name}\n`);
  }
  return rows;
}

async function measure(load: EventStoreLoad, { part, client }: Contender): Promise<Finding> {
  const cpu = cpuMicroseconds(part.pid);
  const begun = performance.now();
  const took = await load.run(client);
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: load.events / seconds, took, cpuPerEvent: (cpuMicroseconds(part.pid) - cpu) / load.events };
}

function rowOf({ name }: EventStoreLoad, before: readonly Finding[], after: readonly Finding[]): object {
  const rate = (findings: readonly Finding[]) => median(findings.map(({ perSecond }) => perSecond));
  const latency = (findings: readonly Finding[], rank: number) =>
    percentile(
      findings.flatMap(({ took }) => took),
      rank,
    );
  const cpu = (findings: readonly Finding[]) => median(findings.map(({ cpuPerEvent }) => cpuPerEvent));
  const pair = (read: (findings: readonly Finding[]) => number, digits: number) =>
    `${read(before).toFixed(digits)} → ${read(after).toFixed(digits)} (${(read(after) / read(before)).toFixed(2)})`;
  return {
    load: name,
    'events/s': pair(rate, 0),
    'p50 ms': pair((findings) => latency(findings, 50), 2),
    'p99 ms': pair((findings) => latency(findings, 99), 2),
    'store CPU µs/event': pair(cpu, 0),
  };
}

function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user! + system!) * 1e6) / ticksPerSecond;
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
