import { startEventStore, startNodeProgram, startPostgres } from '@pps/embedded';
import { FactSealing, openEventStore, withSealing, type EventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { checkpoints, migrate, openDatabase, type Database } from '@pps/read-store';
import { masterKeys, openSubjectSealers } from '@pps/vault';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { allMigrations } from '../apps/foundation/all-migrations';
import { sealedStreams } from '../apps/foundation/sealed-streams';
import { median } from './open-load';

// What sealing costs appends of new pins with every text, and what the index and the trees of histories that follow cost them, by turns in one run.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 5);
const writers = 8;
const organizations = 100;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sealing-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const eventStore = await startEventStore({ databaseUrl: postgres.url });
  const clear = openEventStore(eventStore.url);
  const db = openDatabase(postgres.url, 4);
  try {
    await migrate(db, allMigrations);
    const keys = openSubjectSealers(db, masterKeys(randomBytes(32)));
    const sealed = withSealing(clear, new FactSealing({ keys, streams: sealedStreams }));
    const rates = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round++) {
      const note = (what: string, rate: number) => void (round > 0 && rates.set(what, [...(rates.get(what) ?? []), rate]));
      // Who goes first changes; the first round warms up, and makes the keys of the organizations.
      for (const isSealed of round % 2 === 0 ? [false, true] : [true, false])
        note(isSealed ? 'sealed' : 'in the clear', await appendPins(isSealed ? sealed : clear));
      note('beside index and trees', await besideAudit({ databaseUrl: postgres.url, eventStoreUrl: eventStore.url, db, store: clear }));
    }
    console.log(`medians of ${rounds} rounds of ${seconds} s, ${writers} writers, Node ${process.version}`);
    const inTheClear = rates.get('in the clear') ?? [];
    console.table(
      [...rates].map(([appends, each]) => ({
        appends,
        'per second': Math.round(median(each)),
        '% of in the clear, median of the rounds': Number(median(each.map((rate, n) => (100 * rate) / (inTheClear[n] ?? NaN))).toFixed(1)),
      })),
    );
  } finally {
    await db.destroy();
    await clear.close();
    await eventStore.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Audited {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly db: Database;
  readonly store: EventStore;
}

/** Appends per second in the clear beside a projector that has caught up. */
async function besideAudit({ databaseUrl, eventStoreUrl, db, store }: Audited): Promise<number> {
  const projector = startNodeProgram({
    entry: 'bench/audit-projector.main',
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl },
    stdout: () => undefined,
    stderr: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    const head = await store.head();
    const isBehind = ({ position }: { readonly position: bigint }) => position < head;
    for (let builds = await checkpoints.all(db, 'projection'); builds.length === 0 || builds.some(isBehind);) {
      await delay(20);
      builds = await checkpoints.all(db, 'projection');
    }
    return await appendPins(store);
  } finally {
    await projector.stop();
  }
}

/** Appends per second of new pins of many organizations. */
async function appendPins(store: EventStore): Promise<number> {
  const begun = performance.now();
  let appended = 0;
  const write = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      const organizationId = organizationIds[appended % organizations] ?? '';
      const pinId = newId();
      const { type, data } = pinQueued({ pinId, content, idempotencyKey: `order-${pinId}` });
      const metadata = {
        ...{ organizationId, projectId: organizationId, epoch: 0 },
        ...{ actor: { type: 'system' as const }, occurredAt: new Date().toISOString(), schemaVersion: 1 },
      };
      await store.append(`pin-${pinId}`, [{ id: newId(), type, data, metadata }], 'no_stream');
      appended += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return appended / ((performance.now() - begun) / 1_000);
}

const organizationIds = Array.from({ length: organizations }, () => newId());

const content = {
  title: 'A blue door in the old town',
  description: 'Painted by hand, with a brass handle. '.repeat(6),
  linkUrl: 'https://shop.example.org/doors/blue?from=pin',
  altText: 'A blue door between two lemon trees.',
  imageUrl: 'https://images.example.org/doors/blue-large.jpg',
  relatedTerms: ['door', 'blue', 'old town', 'brass'],
};
