import type { RecordedFact } from '@pps/event-store';
import type { Fact } from '@pps/kernel';
import { contextOf, migrate, openDatabase, readStoreMigrations, setUpProjection, type Database, type Projection } from '.';
import { randomUUID } from 'node:crypto';
import { removeOfBuild } from './remove-behind';

export interface FedProjection {
  readonly db: Database;
  feed(facts: readonly RecordedFact[]): Promise<void>;
  /** Removes the rows that facts left to be removed behind. */
  removeBehind(): Promise<void>;
  stop(): Promise<void>;
}

/** One projection in an empty database of its own, to be given facts by hand. */
export async function fedProjection(projection: Projection): Promise<FedProjection> {
  const serverUrl = process.env.DATABASE_URL;
  if (!serverUrl) throw new Error('DATABASE_URL is not set: run this file in the jest project real-parts.');
  const server = openDatabase(serverUrl, 2);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await server.raw(`create database ${name}`);
  const db = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, 2);
  await migrate(db, readStoreMigrations);
  await setUpProjection(db, projection, 'test');
  return {
    db,
    feed: (facts) => db.transaction((tx) => projection.project(facts, contextOf(projection, tx))),
    async removeBehind() {
      const member = { projection, build: 1, position: -1n, serving: true };
      while ((await removeOfBuild(db, member, new AbortController().signal)) > 0);
    },
    async stop() {
      await db.destroy();
      await server.raw(`drop database ${name}`);
      await server.destroy();
    },
  };
}

/** Facts as one stream of the log holds them, one position after another. */
export function recorded(stream: string, facts: readonly Fact[], firstPosition = 0n): RecordedFact[] {
  return facts.map(({ type, data }, revision) => ({
    id: randomUUID(),
    stream,
    revision,
    position: firstPosition + BigInt(revision),
    type,
    data,
    metadata: { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 },
    recordedAt: new Date('2026-01-05T09:00:00.000Z'),
  }));
}
