import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { openEventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { startLocalEventStore } from '@pps/local-event-store';
import { checkpoints, migrateAt, openDatabase } from '@pps/read-store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allMigrations } from '../../../apps/foundation/all-migrations';
import { listPlatformPins } from '../../campaigns/evidence/evidence';
import { openWorkspace, pinOf, type Workspace } from '../../campaigns/traffic/workspace';
import { eventually } from '../../setup/eventually';
import { freshDatabase } from '../../setup/fresh-database';
import { freshEventStore, type FreshEventStore } from '../../setup/fresh-event-store';
import type { Call } from '../../setup/caller';
import { startReceiver } from '../../webhooks/receiver';
import { pinctl } from '../projections/pinctl';
import { readyApi, startSeparately, type HostName, type SeparateProcesses } from '../separate-processes/separate-processes';

const withinMs = 120_000;

let service: SeparateProcesses;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let source: FreshEventStore;
let target: FreshEventStore;
let workspace: Workspace;

beforeAll(async () => {
  [receiver, source, target] = await Promise.all([startReceiver(), freshEventStore(), freshEventStore()]);
  // The log's positions are then higher than those of its copy, as they may be.
  const client = EventStoreDBClient.connectionString(source.url);
  const noise = Array.from({ length: 1_000 }, () => jsonEvent({ type: 'Noise', data: {} }));
  await client.appendToStream('$noise', noise);
  await client.dispose();
  service = await startSeparately(1, { EVENTSTORE_URL: source.url });
  [workspace] = await openWorkspace(service.apis as [Call], receiver.url);
});

afterAll(async () => {
  await service.stop();
  await Promise.all([receiver.stop(), source.stop(), target.stop()]);
});

/** Publishes pins, and waits until everything is delivered that there is to tell, of whatever they went through, and noted as delivered. */
async function publish(...titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    const { status } = await workspace.call('POST', '/v1/pins', pinOf(workspace, title));
    if (status !== 201) throw new Error(`a creation was answered ${status}`);
  }
  await eventually(
    `${titles.join(', ')} published and told`,
    async () => {
      const told = receiver.received.filter(({ json }) => json.type === 'pin.published').map(({ json }) => json.data['title']);
      if (!titles.every((title) => told.includes(title))) return undefined;
      const { body } = await workspace.call('GET', `/v1/webhooks/${workspace.webhookId}/deliveries?limit=50`);
      return (body.items as { status: string }[]).every(({ status }) => status === 'delivered') ? true : undefined;
    },
    withinMs,
  );
}

const settings = () => {
  const { DATA_DIR = '', DATABASE_URL = '' } = service.settings;
  return { DATA_DIR, DATABASE_URL, EVENTSTORE_URL: source.url };
};

it('takes an installation to another store: nothing is published twice, no webhook is repeated, everything goes on', async () => {
  await publish('before-1', 'before-2');
  expect(await pinctl(settings(), 'log', 'copy', '--to', target.url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('stop every host'),
  });

  const stop = async (hosts: readonly (typeof service.hosts)['api'][number][]): Promise<void> => {
    for (const host of hosts) host.kill('SIGTERM');
    for (const host of hosts) await host.ended;
  };
  const { api, ...others } = service.hosts;
  await stop(Object.values(others).flat());
  // An API leads nothing, and would record what the copy lacks.
  expect(await pinctl(settings(), 'log', 'copy', '--to', target.url)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/stop every host first: 1 of them wrote/),
  });
  await stop(api);
  const told = receiver.received.length;

  const copied = await pinctl(settings(), 'log', 'copy', '--to', target.url);
  expect(copied).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^copied \d+ events .*\n\d+ events are equal .*the database goes on/),
  });
  const again = await pinctl(settings(), 'log', 'copy', '--to', target.url);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('the database goes on in the copy already') });
  expect(await pinctl(settings(), 'log', 'compare', '--to', target.url)).toMatchObject({ code: 0 });

  const moved = { EVENTSTORE_URL: target.url, PORT: String(service.ports[0]) };
  const refused = service.start('projector', { EVENTSTORE_URL: source.url });
  expect((await refused.ended).code).toBe(1);
  expect(service.log.join('\n')).toContain('was made on another event store');
  for (const name of ['api', 'projector', 'orchestrator', 'worker'] satisfies HostName[]) service.start(name, moved);
  await readyApi(service.apis[0] as Call);

  expect(
    (await workspace.call('GET', '/v1/pins')).body.map(({ title, status }: { title: string; status: string }) => [title, status]).sort(),
  ).toEqual([
    ['before-1', 'published'],
    ['before-2', 'published'],
  ]);
  await publish('after-1', 'after-2');
  await workspace.call('POST', '/v1/pins', pinOf(workspace, 'before-1'));

  const onPlatform = (await listPlatformPins(service.platformUrl)).map(({ title, count }) => `${title} ${count}`);
  expect(onPlatform.sort()).toEqual(['after-1 1', 'after-2 1', 'before-1 1', 'before-2 1']);
  const events = receiver.received.map(({ json }) => json.id);
  expect(new Set(events).size).toBe(events.length);
  const sequences = receiver.received.map(({ json }) => json.sequence).sort((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, n) => n + 1));
  expect(receiver.received.slice(told).every(({ json }) => String(json.data['title']).startsWith('after-'))).toBe(true);
  const db = openDatabase(service.databaseUrl, 1);
  const known = [...(await checkpoints.all(db, 'process')), ...(await checkpoints.all(db, 'projection'))];
  await db.destroy();
  expect(new Set(known.map(({ storeId }) => storeId)).size).toBe(1);
  expect(
    (await pinctl({ ...settings(), DATA_DIR: service.settings['DATA_DIR'] ?? '', EVENTSTORE_URL: target.url }, 'backup', 'check')).stdout,
  ).toContain('they belong together');
});

it('runs the local event store itself where no server is named', async () => {
  const [databaseUrl, other, folder] = [await freshDatabase(), await freshEventStore(), mkdtempSync(join(tmpdir(), 'log-copy-'))];
  await migrateAt(databaseUrl, allMigrations);
  const local = await startLocalEventStore({ databaseUrl, port: 0 });
  const store = openEventStore(local.connectionString);
  const metadata = { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 } as const;
  await store.append('noting-1', [{ id: newId(), type: 'Noted', data: {}, metadata }], 'no_stream');
  await store.close();
  await local.stop();
  const given = { DATA_DIR: folder, DATABASE_URL: databaseUrl };
  expect(await pinctl(given, 'log', 'compare', '--to', other.url)).toMatchObject({ code: 1, stderr: 'the copy ends after 0 events' });
  expect(await pinctl(given, 'log', 'copy', '--to', other.url)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('copied 1 events'),
  });
  expect(await pinctl(given, 'log', 'compare', '--to', other.url)).toMatchObject({ code: 0 });
  await other.stop();
  rmSync(folder, { recursive: true });
});
