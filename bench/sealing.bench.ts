import { FactSealing, openEventStore, withSealing, type EventStore } from '@pps/event-store';
import { startEventStore } from '@pps/embedded';
import { newId } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { migrate, openDatabase } from '@pps/read-store';
import { masterKeys, openSubjectSealers } from '@pps/vault';
import { randomBytes } from 'node:crypto';
import { allMigrations } from '../apps/foundation/all-migrations';
import { sealedStreams } from '../apps/foundation/sealed-streams';
import { appendRealisticLog } from '../test/operations/projections/realistic-log';
import { withBenchParts } from './bench-parts';
import { median } from './percentile';
import { onServer, readLog, replayLog } from './replay-log';

// What sealing costs: the same facts in two logs, one in the clear and one sealed under keys of the vault, by turns in one run.

const events = Number(process.env['EVENTS'] ?? 1_000_000);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const appends = Number(process.env['APPENDS'] ?? 4_000);
const writers = 8;

interface Log {
  readonly store: EventStore;
  /** The same, knowing no key yet, as a process that has just started. */
  readonly withoutKeys: () => EventStore;
  readonly rates: Map<string, number[]>;
}

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres }) => {
    for (const name of ['vault', 'clear', 'sealed']) await onServer(postgres.url, `create database ${name}`);
    const at = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    const db = openDatabase(at('vault'), 4);
    await migrate(db, allMigrations);
    const parts = [await startEventStore({ databaseUrl: at('clear') }), await startEventStore({ databaseUrl: at('sealed') })] as const;
    const [clear, sealed] = parts.map(({ url }) => openEventStore(url)) as [EventStore, EventStore];
    const keys = openSubjectSealers(db, masterKeys(randomBytes(32)));
    const withoutKeys = () => withSealing(sealed, new FactSealing({ keys, streams: sealedStreams }));
    const logs: [Log, Log] = [
      { store: clear, withoutKeys: () => clear, rates: new Map() },
      { store: withoutKeys(), withoutKeys, rates: new Map() },
    ];
    try {
      // The first round warms up, and makes the keys of the organizations.
      for (let round = 0; round <= 2 * rounds; round++) {
        for (const log of inTurn(logs, round)) {
          note(log, 'appends, of 100 organizations', round, await appendPins(log.store, 100));
          note(log, 'appends, each of another organization, none known yet', round, await appendPins(log.withoutKeys(), appends));
        }
      }
      for (const { store } of logs) await appendRealisticLog(store, events);
      for (let round = 1; round <= rounds; round++) {
        for (const log of inTurn(logs, round)) {
          note(log, 'catch-up read', round, await readLog(log.store));
          const name = `replay_${round}_${logs.indexOf(log)}`;
          note(log, 'replay into PostgreSQL', round, (await replayLog(log.store, postgres.url, name)).perSecond);
        }
      }
      print(logs);
    } finally {
      for (const store of [clear, sealed]) await store.close();
      await db.destroy();
      for (const part of parts) await part.stop();
    }
  });
}

/** Who goes first changes from round to round. */
const inTurn = (logs: [Log, Log], round: number): readonly Log[] => (round % 2 === 0 ? logs : [logs[1], logs[0]]);

function note({ rates }: Log, what: string, round: number, rate: number): void {
  if (round > 0) rates.set(what, [...(rates.get(what) ?? []), rate]);
}

/** Appends per second of new pins with every text, by eight writers. */
async function appendPins(store: EventStore, organizations: number): Promise<number> {
  let waiting = appends;
  const begun = performance.now();
  const write = async () => {
    while (waiting-- > 0) {
      const organizationId = `00000000-0000-4000-8000-${String(waiting % organizations).padStart(12, '0')}`;
      const pinId = newId();
      const { type, data } = pinQueued({ pinId, content, idempotencyKey: `order-${pinId}` });
      const metadata = { organizationId, actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 } as const;
      await store.append(`pin-${pinId}`, [{ id: newId(), type, data, metadata }], 'no_stream');
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return appends / ((performance.now() - begun) / 1000);
}

const content = {
  title: 'A blue door in the old town',
  description: 'Painted by hand, with a brass handle. '.repeat(6),
  linkUrl: 'https://shop.example.org/doors/blue?from=pin',
  altText: 'A blue door between two lemon trees.',
  imageUrl: 'https://images.example.org/doors/blue-large.jpg',
  relatedTerms: ['door', 'blue', 'old town', 'brass'],
};

function print([clear, sealed]: readonly [Log, Log]): void {
  console.log(`${events} events, medians of ${rounds} rounds (appends: ${2 * rounds}), ${writers} writers, Node ${process.version}`);
  console.table(
    [...clear.rates].map(([what, rates]) => {
      const other = sealed.rates.get(what) ?? [];
      const ratios = rates.map((rate, round) => (other[round] ?? NaN) / rate);
      return {
        what,
        'in the clear, per second': median(rates).toFixed(0),
        'sealed, per second': median(other).toFixed(0),
        'sealed ÷ clear, median of the rounds': `${(100 * median(ratios)).toFixed(1)} %`,
      };
    }),
  );
}
