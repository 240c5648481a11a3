import { Agent, request } from 'undici';
import { send } from '../../../apps/simulators/testing';
import { openWorkspace, pinOf, type Workspace } from '../../campaigns/traffic/workspace';
import { eventually } from '../../setup/eventually';
import { startReceiver } from '../../webhooks/receiver';
import { startSeparately, type SeparateProcesses } from './separate-processes';

let service: SeparateProcesses;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let workspace: Workspace;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startSeparately(1);
  [workspace] = await openWorkspace(service.apis as [(typeof service.apis)[0]], receiver.url);
}, 90_000);

afterAll(async () => {
  await service.stop();
  await receiver.stop();
}, 60_000);

const slow = (operation: string, delayMs: number) =>
  send('POST', `${service.platformUrl}/platform/_control/faults`, { operation, delay_ms: delayMs, times: 1 });

describe('asked to end', () => {
  it('a worker finishes the call that is open, and what waits is left to others', async () => {
    await slow('pins.create', 4_000);
    const pins: string[] = [];
    for (const title of ['first', 'second', 'third'])
      pins.push((await workspace.call('POST', '/v1/pins', pinOf(workspace, title))).body.id);
    await eventually('an open call', async () => {
      const { body } = await workspace.call('GET', `/v1/pins/${pins[0]}`);
      return body.status === 'publishing' ? true : undefined;
    });
    const worker = service.hosts.worker[0];
    const asked = performance.now();
    worker?.kill('SIGTERM');
    expect(await worker?.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(25_000);
    const { body: timeline } = await workspace.call('GET', `/v1/pins/${pins[0]}/timeline`);
    const types = timeline.items.map(({ type }: { type: string }) => type);
    expect(types).toContain('PinPublished');
    expect(types).not.toContain('PinPublishOutcomeUnknown');
    for (const pin of pins.slice(1)) {
      const { body } = await workspace.call('GET', `/v1/pins/${pin}`);
      expect(['queued', 'deferred', 'published']).toContain(body.status);
    }
  }, 60_000);

  it('an API is not ready any more, finishes the request that is open, and then is gone', async () => {
    const [api] = service.hosts.api;
    const origin = `http://127.0.0.1:${service.ports[0]}`;
    const agent = new Agent({ keepAliveTimeout: 30_000, connections: 1 });
    const ready = async () => (await request(`${origin}/health/ready`, { dispatcher: agent })).statusCode;
    expect(await ready()).toBe(200);
    await slow('boards.list', 3_000);
    const open = workspace.call('GET', `/v1/platform/boards?account_id=${workspace.accountId}`);
    let seen = 0;
    const begun = performance.now();
    await eventually('the slow call at the platform', async () => ((await faultsLeft()) === 0 ? true : undefined));
    api?.kill('SIGTERM');
    await eventually('503 on a connection that was open', async () => {
      seen = await ready().catch(() => -1);
      return seen === 200 ? undefined : true;
    });
    expect(seen).toBe(503);
    expect((await open).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(2_000);
    expect(await api?.ended).toEqual({ code: 0, signal: null });
    await agent.close();
  }, 60_000);
});

async function faultsLeft(): Promise<number> {
  const { json } = await send('GET', `${service.platformUrl}/platform/_control/faults`);
  return (json as { times: number }[]).filter(({ times }) => times > 0).length;
}
