import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '@pps/embedded';
import { eventually } from '../../setup/eventually';
import { freshDatabase } from '../../setup/fresh-database';
import { freshEventStore, type FreshEventStore } from '../../setup/fresh-event-store';
import { serviceLogs } from '../../setup/jest/service-logs';
import { tcpProxy, type TcpProxy } from '../../setup/tcp-proxy';
import { throughProxy } from '../../setup/through-proxy';
import { podMakers, type PodMaker } from './manifest';
import { startPodProcess, type PodProcess } from './pod-process';
import { renderKustomization } from './render-kustomization';

const deploy = resolve(__dirname, '../../../deploy/kubernetes');
const manifests = renderKustomization('small', (path) => readFileSync(join(deploy, path), 'utf8'));
/** The end is played so many times as fast. */
const speed = 5;

const folder = mkdtempSync(join(tmpdir(), 'pod-life-'));
const log: string[] = [];
const key = Buffer.alloc(32, 7).toString('base64');
const pods: PodProcess[] = [];
let secrets: Record<string, string>;
let database: TcpProxy;
let eventStore: FreshEventStore;
let api: PodProcess;
let worker: PodProcess;
let projector: PodProcess;
let port: number;

beforeAll(async () => {
  serviceLogs.watch(log);
  const databaseUrl = await freshDatabase();
  eventStore = await freshEventStore();
  database = await tcpProxy(Number(new URL(databaseUrl).port));
  port = await findFreePort();
  secrets = {
    DATABASE_URL: throughProxy(databaseUrl, database),
    EVENTSTORE_URL: eventStore.url,
    NATS_URL: process.env.NATS_URL ?? '',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    ...Object.fromEntries(['MASTER_KEY', 'JWT_KEY', 'API_KEY_HASH_KEY', 'EMAIL_HASH_KEY'].map((name) => [name, `${key}\n`])),
  };
});

afterAll(async () => {
  for (const pod of pods) await pod.child.stop(0);
  await database.stop();
  await eventStore.stop();
  rmSync(folder, { recursive: true });
});

function start(name: string, settings: Record<string, string> = {}): PodProcess {
  const maker = podMakers(manifests).find(({ manifest }) => manifest.metadata.name.startsWith(name)) as PodMaker;
  const note = (line: string) => void (log.length < 1_000 && log.push(`${name}: ${line}`));
  const place = {
    folder: mkdtempSync(join(folder, `${name}-`)),
    secrets,
    port,
    speed,
    settings: { LOG_LEVEL: 'error', ...settings },
    note,
  };
  const pod = startPodProcess(maker, manifests, place);
  pods.push(pod);
  return pod;
}

const becomes = (pod: PodProcess, name: 'livenessProbe' | 'readinessProbe', wanted: boolean) =>
  eventually(`${name} ${wanted}`, async () => ((await pod.probe(name)) === wanted ? true : undefined), 60_000);

it('the migration makes the tables, and a second one changes nothing', async () => {
  const made = start('migrate', { LOG_LEVEL: '' });
  expect([await made.child.ended, log]).toEqual([{ code: 0, signal: null }, ['migrate: the tables are those of this release']]);
  expect(await start('migrate').child.ended).toEqual({ code: 0, signal: null });
});

it('pods pass their start-up probes and are ready', async () => {
  api = start('api');
  worker = start('worker');
  projector = start('projector');
  expect([await api.probe('startupProbe'), await worker.probe('readinessProbe')]).toEqual([false, false]);
  await Promise.all([api, worker, projector].map((pod) => pod.started()));
  // An API that has just started waits for its read models.
  await Promise.all([api, worker, projector].map((pod) => becomes(pod, 'readinessProbe', true)));
});

it('while PostgreSQL is away the API is sent nothing, and no pod is restarted', async () => {
  database.dropAnswers();
  database.cut();
  await becomes(api, 'readinessProbe', false);
  for (const pod of [api, worker, projector]) expect(await pod.probe('livenessProbe')).toBe(true);
  database.pass();
  database.cut();
  await becomes(api, 'readinessProbe', true);
});

it('an API that ends is not ready, answers what is open and what comes, and is gone before it would be killed', async () => {
  const open = connect(port, '127.0.0.1');
  await once(open, 'connect');
  open.write('GET /v1/nothing HTTP/1.1\r\nHost: api\r\n');
  const ending = api.end();
  await becomes(api, 'readinessProbe', false);
  const late = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  open.write('\r\n');
  const [answer] = (await once(open, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /);
  const { code, secondsLeft } = await ending;
  expect(code).toBe(0);
  expect(secondsLeft).toBeGreaterThan(0);
});

it('a worker that ends counts as not ready, and one whose heart has stood still for half a minute as hung', async () => {
  const ending = worker.end();
  await becomes(worker, 'readinessProbe', false);
  const { code, secondsLeft } = await ending;
  expect(code).toBe(0);
  expect(secondsLeft).toBeGreaterThan(0);
  const heartbeat = join(worker.folder, 'tmp/heartbeat');
  expect(readFileSync(heartbeat, 'utf8')).toBe('stopping\n');
  const before = statSync(heartbeat).mtimeMs / 1000 - 31;
  utimesSync(heartbeat, before, before);
  expect(await worker.probe('livenessProbe')).toBe(false);
});
