import { once } from 'node:events';
import { connect } from 'node:net';
import { isPortFree, type Child } from '@pps/embedded';
import { newId } from '@pps/kernel';
import { openDatabase } from '@pps/read-store';
import { loseCommits } from '@pps/read-store/testing';
import { send } from '../../../apps/simulators/testing';
import { listPlatformPins } from '../../campaigns/evidence/evidence';
import { openWorkspace, pinOf, type Workspace } from '../../campaigns/traffic/workspace';
import { newKey } from '../../setup/account';
import type { Call } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { startReceiver } from '../../webhooks/receiver';
import { postThroughProxy } from './post-through-proxy';
import { startSeparately, type SeparateProcesses } from './separate-processes';

const withinMs = 120_000;
const username = 'ada';

let service: SeparateProcesses;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let one: Workspace;
let other: Workspace;
/** Workers that go on to the end. */
const remaining: Child[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  // A machine that stands still must not end what the tests hold open.
  service = await startSeparately(2, { PLATFORM_TIMEOUT: '4m', SHUTDOWN_GRACE: '5m', HEADERS_TIMEOUT: '5m', SHUTDOWN_WAIT: '16s' });
  [one, other] = await openWorkspace(service.apis as [Call, Call], receiver.url, { usernames: [username], boardsOfEach: 4 });
});

afterAll(async () => {
  for (const worker of service.hosts.worker) worker.kill('SIGCONT');
  await service.stop();
  await receiver.stop();
});

/** The number at the end of a title chooses the board. */
async function create(title: string, way = one): Promise<string> {
  const { status, body } = await way.call('POST', '/v1/pins', pinOf(way, title));
  if (status !== 201) throw new Error(`a creation was answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

const statusOf = async (pinId: string): Promise<string> => (await other.call('GET', `/v1/pins/${pinId}`)).body.status;

const becomes = (status: string, ...pinIds: readonly string[]) =>
  eventually(
    `${pinIds.length} pins ${status}`,
    async () => ((await Promise.all(pinIds.map(statusOf))).every((each) => each === status) ? true : undefined),
    withinMs,
  );

/** The platform holds one call of the operation until it is released. */
const hold = (operation: string, title?: string) =>
  send('POST', `${service.platformUrl}/platform/_control/faults`, { operation, delay_ms: 600_000, times: 1, ...(title && { title }) });

const release = (operation: string) => send('DELETE', `${service.platformUrl}/platform/_control/faults?operation=${operation}`);

const callHeldAtPlatform = () =>
  eventually(
    'the held call at the platform',
    async () => {
      const { json } = await send('GET', `${service.platformUrl}/platform/_control/faults`);
      return (json as { times: number }[]).every(({ times }) => times === 0) ? true : undefined;
    },
    withinMs,
  );

/** Sends a request but for its end: a server that closes waits for it, while it closes connections that are idle. */
async function beginToAsk(port: number, path: string): Promise<{ status(): Promise<number> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: api\r\n`);
  return {
    status: async () => {
      socket.write('\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1]);
    },
  };
}

// In this order: each of the last leaves fewer processes.
describe('the hosts as separate processes, two of each', () => {
  it('show on one API at once what another has answered', async () => {
    // Of somebody else, so that nobody below waits for these pins.
    const [near, far] = await openWorkspace(service.apis as [Call, Call], receiver.url, { usernames: ['grace'] });
    const stale = [];
    for (let n = 0; n < 20; n++) {
      const id = await create(newId(), n % 2 ? near : far);
      const { status } = await (n % 2 ? far : near).call('GET', `/v1/pins/${id}`);
      if (status !== 200) stale.push({ n, status });
    }
    expect(stale).toEqual([]);
  });

  it('refuse on one API at once a key that another has revoked', async () => {
    const [oneApi, otherApi] = service.apis as [Call, Call];
    const made = await newKey(oneApi, one.headers);
    expect((await otherApi('GET', '/v1/platform/accounts', undefined, made.headers)).status).toBe(200);
    await one.call('DELETE', `/v1/api-keys/${made.id}`);
    expect((await otherApi('GET', '/v1/platform/accounts', undefined, made.headers)).status).toBe(401);
  });

  it('let only the board of a frozen worker’s open call wait, and woken again the worker closes its pin', async () => {
    const [frozen, awake] = service.hosts.worker;
    awake?.kill('SIGSTOP');
    await hold('pins.create', 'held-0');
    const held = await create('held-0');
    await callHeldAtPlatform();
    frozen?.kill('SIGSTOP');
    awake?.kill('SIGCONT');
    const next = await create('next-4');
    const others = [await create('other-1'), await create('other-2'), await create('other-3')];

    await becomes('published', ...others);
    expect([await statusOf(held), await statusOf(next)]).toEqual(['publishing', 'queued']);

    frozen?.kill('SIGCONT');
    await release('pins.create');
    await becomes('published', held, next);
    const onPlatform = await listPlatformPins(service.platformUrl, username);
    expect(onPlatform.map(({ title, count }) => `${title} ${count}`).sort()).toEqual(
      ['held-0', 'next-4', 'other-1', 'other-2', 'other-3'].map((title) => `${title} 1`),
    );
  });

  it('let a worker that is asked to end finish the call that is open, and leave what waits to others', async () => {
    const [worker, another] = service.hosts.worker;
    another?.kill('SIGTERM');
    expect(await another?.ended).toEqual({ code: 0, signal: null });
    await hold('pins.create', 'first');
    const pins: string[] = [];
    for (const title of ['first', 'second', 'third']) pins.push(await create(title));
    await callHeldAtPlatform();
    worker?.kill('SIGTERM');
    await release('pins.create');
    // Any other code says that it did not end within its grace.
    expect(await worker?.ended).toEqual({ code: 0, signal: null });
    const { body: timeline } = await one.call('GET', `/v1/pins/${pins[0]}/timeline`);
    const types = timeline.items.map(({ type }: { type: string }) => type);
    expect(types).toContain('PinPublished');
    expect(types).not.toContain('PinPublishOutcomeUnknown');
    for (const pin of pins.slice(1)) expect(['queued', 'deferred', 'published']).toContain(await statusOf(pin));
  });

  it('go on publishing when one of each is killed', async () => {
    const workers = [service.start('worker'), service.start('worker')];
    remaining.push(...workers.slice(1));
    await becomes('published', await create('before-a-kill'));
    for (const process of [service.hosts.projector[0], service.hosts.orchestrator[0], workers[0]]) process?.kill('SIGKILL');
    await becomes('published', await create('after-a-kill'));
  });

  it('have an API that is asked to end be not ready any more, answer what a proxy sends meanwhile, finish the request that is open, and then be gone', async () => {
    const [api] = service.hosts.api;
    const [port = 0] = service.ports;
    const asking = await beginToAsk(port, '/health/ready');
    // Answered behind what was sent before, so that this has arrived.
    expect((await service.apis[0]?.('GET', '/health/ready'))?.status).toBe(200);
    await hold('boards.list');
    const open = one.call('GET', `/v1/platform/boards?account_id=${one.accountId}`);
    await callHeldAtPlatform();
    const repeated = { path: '/v1/pins', headers: one.headers, body: pinOf(one, 'after-a-kill') };
    const posted = postThroughProxy(port, repeated);
    api?.kill('SIGTERM');
    const answers = await posted;
    expect(answers.filter(({ outcome }) => outcome !== 201 && outcome !== 200)).toEqual([]);
    const after = answers.filter(({ isAfterNews }) => isAfterNews);
    expect(new Set(after.map(({ connection }) => connection))).toEqual(new Set(['close']));
    await eventually('nothing new is taken', async () => ((await isPortFree(port)) ? true : undefined));
    expect(await asking.status()).toBe(503);
    await release('boards.list');
    expect((await open).status).toBe(200);
    expect(await api?.ended).toEqual({ code: 0, signal: null });
  });

  it('end, an API and a worker too, when the database has lost commits that it had confirmed, to be started again', async () => {
    const db = openDatabase(service.databaseUrl, 1);
    try {
      await loseCommits(db, 5);
    } finally {
      await db.destroy();
    }
    const { api, projector, orchestrator } = service.hosts;
    const left = [api[1], projector[1], orchestrator[1], ...remaining];
    expect(left).toHaveLength(4);
    for (const process of left) expect(await process?.ended).toEqual({ code: 1, signal: null });
    for (const name of ['api', 'projector', 'orchestrator', 'worker'])
      expect(service.log.filter((line) => line.startsWith(name) && line.includes('CommitsLost'))).not.toEqual([]);
  });
});
