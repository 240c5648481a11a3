import type { EventStore } from '@pps/event-store';
import { checkpoints, migrate, openDatabase, runProjector, type Projection } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { allMigrations } from '../apps/foundation/all-migrations';
import { projections, projectionShares } from '../projections';
import { onServer } from './replay-log';

export interface ShareCost {
  readonly projections: string;
  /** Null for a projection that is only a part of a share. */
  readonly weight: number | null;
  /** From the beginning of the log to its head, alone. */
  readonly seconds: number;
}

/**
 * What each share of the projections takes to replay the log by itself, into a database of its own, and each projection of a share of several; the slowest
 * share is the next limit.
 */
export async function measureShares(store: EventStore, serverUrl: string): Promise<ShareCost[]> {
  const parts = projections.filter(
    (each) => !projectionShares.some((share) => share.projections.length === 1 && share.projections[0] === each),
  );
  const measured: { projections: readonly Projection[]; weight: number | null }[] = [
    ...projectionShares,
    ...parts.map((each) => ({ projections: [each], weight: null })),
  ];
  // The first to read the log also warms everything up.
  await replayAlone(store, serverUrl, projections);
  const costs: ShareCost[] = [];
  for (const { projections: share, weight } of measured)
    costs.push({ projections: share.map(({ name }) => name).join(', '), weight, seconds: await replayAlone(store, serverUrl, share) });
  return costs.sort((a, b) => b.seconds - a.seconds);
}

async function replayAlone(store: EventStore, serverUrl: string, share: readonly Projection[]): Promise<number> {
  const head = await store.head();
  const name = 'share_alone';
  await onServer(serverUrl, `create database ${name}`);
  const db = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, 10);
  await migrate(db, allMigrations);
  const ending = new AbortController();
  const begun = performance.now();
  const running = runProjector({ db, store, projections: share, signal: ending.signal, log: () => undefined }).catch(() => undefined);
  for (;;) {
    const builds = await checkpoints.all(db, 'projection');
    if (builds.length === share.length && builds.every(({ position }) => position >= head)) break;
    await delay(10);
  }
  const seconds = (performance.now() - begun) / 1_000;
  ending.abort();
  await running;
  await db.destroy();
  await onServer(serverUrl, `drop database ${name}`);
  return seconds;
}
