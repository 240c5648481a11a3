import { send } from '../../../apps/simulators/testing';
import { listPlatformPins } from '../../campaigns/evidence/evidence';
import { openWorkspace, pinOf, type Workspace } from '../../campaigns/traffic/workspace';
import { eventually } from '../../setup/eventually';
import { startReceiver } from '../../webhooks/receiver';
import { startSeparately, type SeparateProcesses } from './separate-processes';

const withinMs = 45_000;
// A call is open for so long that the worker is frozen in the middle of it.
const callMs = 6_000;

let service: SeparateProcesses;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let workspace: Workspace;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startSeparately(2);
  const apis = service.apis as [(typeof service.apis)[0]];
  [workspace] = await openWorkspace(apis, receiver.url, { boardsOfEach: 4 });
}, 90_000);

afterAll(async () => {
  for (const worker of service.hosts.worker) worker.kill('SIGCONT');
  await service.stop();
  await receiver.stop();
}, 60_000);

/** The number at the end of a title chooses the board. */
async function create(title: string): Promise<string> {
  const { status, body } = await workspace.call('POST', '/v1/pins', pinOf(workspace, title));
  if (status !== 201) throw new Error(`a creation was answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

const statusOf = async (pinId: string): Promise<string> => (await workspace.call('GET', `/v1/pins/${pinId}`)).body.status;

const becomes = (status: string, ...pinIds: readonly string[]) =>
  eventually(
    `${pinIds.length} pins ${status}`,
    async () => ((await Promise.all(pinIds.map(statusOf))).every((each) => each === status) ? true : undefined),
    withinMs,
  );

it('only the board of a frozen worker’s open call waits, and woken again the worker closes its pin', async () => {
  const [frozen, other] = service.hosts.worker;
  other?.kill('SIGSTOP');
  const fault = { operation: 'pins.create', title: 'held-0', delay_ms: callMs, times: 1 };
  await send('POST', `${service.platformUrl}/platform/_control/faults`, fault);
  const held = await create('held-0');
  await eventually('the call at the platform', async () => ((await faultsLeft()) === 0 ? true : undefined), withinMs);
  frozen?.kill('SIGSTOP');
  other?.kill('SIGCONT');
  const next = await create('next-4');
  const others = [await create('other-1'), await create('other-2'), await create('other-3')];

  await becomes('published', ...others);
  expect([await statusOf(held), await statusOf(next)]).toEqual(['publishing', 'queued']);

  frozen?.kill('SIGCONT');
  await becomes('published', held, next);
  const onPlatform = await listPlatformPins(service.platformUrl);
  expect(onPlatform.map(({ title, count }) => `${title} ${count}`).sort()).toEqual(
    ['held-0', 'next-4', 'other-1', 'other-2', 'other-3'].map((title) => `${title} 1`),
  );
}, 150_000);

async function faultsLeft(): Promise<number> {
  const { json } = await send('GET', `${service.platformUrl}/platform/_control/faults`);
  return (json as unknown[]).length;
}
