import { startNats } from '@pps/embedded';
import { openEventStore, streamName, type EventStore } from '@pps/event-store';
import { newId, type Clock } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { quotaStream, quotaStreamId } from '@pps/billing/events';
import { scheduleStream } from '@pps/schedules/events';
import { checkpoints, migrate, openDatabase } from '@pps/read-store';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { allMigrations } from '../apps/foundation/all-migrations';
import { newKey, register, type Account } from '../test/setup/account';
import { startService, type RunningService } from '../test/setup/running-service';
import { withBenchParts } from './bench-parts';
import { median, percentile } from './percentile';
import { pinIdOf, queuedAt, startWithPins } from './pin-log';
import { onServer } from './replay-log';

// What as_of costs in a workspace of many pins, over HTTP, one request after the other; the same routes without it are asked by turns with it.

const pins = Number(process.env['PINS'] ?? 100_000);
const requests = Number(process.env['REQUESTS'] ?? 400);
const unitsOfFact = 100;
const keys = 50;
const schedules = 1_000;

export async function run(): Promise<void> {
  await withBenchParts(async (parts) => {
    await onServer(parts.postgres.url, 'create database service');
    const databaseUrl = Object.assign(new URL(parts.postgres.url), { pathname: '/service' }).href;
    const db = openDatabase(databaseUrl, 2);
    await migrate(db, allMigrations);
    const nats = await startNats({ storeDir: join(parts.folder, 'nats') });
    const dataDir = join(parts.folder, 'data');
    mkdirSync(dataDir);
    const settings = { DATABASE_URL: databaseUrl, NATS_URL: nats.url, DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise' };
    const start = (clock?: Clock) => startService({ ...settings, EVENTSTORE_URL: parts.eventStore.url }, clock);
    // Somebody who was there before the pins.
    let service = await start(() => new Date(queuedAt(0).getTime() - 3_600_000));
    const account = await registerWithKey(service);
    await makeKeys(service, account);
    await service.stop();
    const store = openEventStore(parts.eventStore.url);
    await consumeQuota(store, account);
    await fireSchedules(store, account);
    await store.close();
    const { projectId, organizationId } = account;
    parts.eventStore = await startWithPins(parts.postgres.url, parts.eventStore, { projectId, organizationId, pins });
    service = await start();
    try {
      await caughtUp(service);
      const rows: Record<string, object> = {};
      for (const [name, pathOf] of Object.entries(routes)) rows[name] = await measure(service, account, pathOf);
      console.log(`a workspace of ${pins.toLocaleString('en')} pins, ${requests} requests of each kind, one after the other`);
      console.table(rows);
    } finally {
      await service.stop();
      await nats.stop();
      await db.destroy();
    }
  });
}

const routes: Readonly<Record<string, (n: number) => string>> = {
  'a pin': (n) => `/v1/pins/${pinIdOf(n)}`,
  'a schedule with its pin': (n) => `/v1/schedules/${scheduleIdOf(n)}`,
  'billing status': () => '/v1/billing/status',
  'API keys': () => '/v1/api-keys',
  accounts: () => '/v1/platform/accounts?include_revoked=true',
};

/** Whose calls carry a key, since a session ends. */
async function registerWithKey({ call }: RunningService): Promise<Account> {
  const account = await register(call);
  return { ...account, session: (await newKey(call, account.session)).headers };
}

async function makeKeys({ call }: RunningService, { session }: Account): Promise<void> {
  for (let n = 0; n < keys; n++) {
    const { id } = await newKey(call, session, { scopes: ['read'] });
    if (n % 2 === 0) await call('DELETE', `/v1/api-keys/${id}`, undefined, session);
  }
}

/** A unit for each pin, a hundred to a fact, when the pins are queued. */
async function consumeQuota(store: EventStore, { projectId, organizationId }: Account): Promise<void> {
  const stream = streamName(quotaStream, quotaStreamId(projectId, 0, queuedAt(0).toISOString().slice(0, 7)));
  const actor = { type: 'system' } as const;
  for (let from = 0; from < pins; from += unitsOfFact) {
    const at = queuedAt(from).toISOString();
    const entries = Array.from({ length: unitsOfFact }, (_, n) => ({
      ...{ entryId: newId(), pinId: pinIdOf(from + n), units: 1, source: 'api', at, actor },
    }));
    const metadata = { organizationId, projectId, epoch: 0, actor, occurredAt: at, schemaVersion: 1 };
    const revision = from / unitsOfFact - 1;
    const fact = { id: newId(), type: 'QuotaConsumed', data: { entries }, metadata };
    await store.append(stream, [fact], revision < 0 ? 'no_stream' : revision);
  }
}

/** The pin of a schedule is one of those of the log, so many apart. */
const pinsApart = Math.ceil(pins / schedules);
const scheduleIds = Array.from({ length: schedules }, () => newId());
const scheduleIdOf = (pin: number): string => scheduleIds[Math.floor(pin / pinsApart)] ?? '';

/** Schedules that fired when their pins were queued, an hour after they were made. */
async function fireSchedules(store: EventStore, { projectId, organizationId }: Account): Promise<void> {
  for (const [n, scheduleId] of scheduleIds.entries()) {
    const pin = n * pinsApart;
    if (pin >= pins) return;
    const { accountId, boardId, content, contentHash } = pinQueued({ pinId: pinIdOf(pin) }).data;
    const runAt = queuedAt(pin).toISOString();
    const createdAt = new Date(queuedAt(pin).getTime() - 3_600_000).toISOString();
    const metadata = (occurredAt: string) => ({
      ...{ organizationId, projectId, epoch: 0, actor: { type: 'system' } as const, occurredAt, schemaVersion: 1 },
    });
    const details = { scheduleId, projectId, epoch: 0, organizationId, accountId, boardId, content, runAt, contentHash, createdAt };
    const fired = { pinId: pinIdOf(pin), firedAt: runAt, latenessMs: 0, month: runAt.slice(0, 7), entryId: newId() };
    const facts = [
      { id: newId(), type: 'ScheduleCreated', data: details, metadata: metadata(createdAt) },
      { id: newId(), type: 'ScheduleFired', data: fired, metadata: metadata(runAt) },
    ];
    await store.append(streamName(scheduleStream, scheduleId), facts, 'no_stream');
  }
}

async function caughtUp({ parts: { db, store } }: RunningService): Promise<void> {
  const head = await store.head();
  for (;;) {
    const builds = await checkpoints.all(db, 'projection');
    const stopped = builds.find(({ stoppedError }) => stoppedError !== null);
    if (stopped) throw new Error(`${stopped.name} stopped: ${stopped.stoppedError}`);
    if (builds.length > 0 && builds.every(({ position }) => position >= head)) return;
    await delay(200);
  }
}

/** Milliseconds of a route as of moments, and of the same route without. */
async function measure({ call }: RunningService, { session }: Account, pathOf: (n: number) => string): Promise<object> {
  const times = { asOf: [] as number[], present: [] as number[] };
  for (let n = -20; n < requests; n++) {
    const pin = Math.floor(((n + 20) / (requests + 20)) * (pins - 1));
    const path = pathOf(pin);
    // Published, and not deleted yet.
    const at = new Date(queuedAt(pin).getTime() + 2_500).toISOString();
    const moment = `as_of=${encodeURIComponent(at)}`;
    for (const [into, asked] of [
      [times.asOf, `${path}${path.includes('?') ? '&' : '?'}${moment}`],
      [times.present, path],
    ] as const) {
      const begun = performance.now();
      const { status, body } = await call('GET', asked, undefined, session);
      if (into === times.asOf && status !== 200) throw new Error(`${asked} was answered ${status}: ${JSON.stringify(body)}`);
      // The first ones warm up.
      if (n >= 0) into.push(performance.now() - begun);
    }
  }
  const of = (values: readonly number[], rank: number) => Number(percentile(values, rank).toFixed(1));
  return {
    ...{
      'as_of p50': of(times.asOf, 50),
      'as_of p99': of(times.asOf, 99),
      'present p50': of(times.present, 50),
      'present p99': of(times.present, 99),
    },
    'p50 ratio': Number((median(times.asOf) / median(times.present)).toFixed(1)),
  };
}
