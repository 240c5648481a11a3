import { newId } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { attemptStarted } from '@pps/pins/testing';
import { appendFact } from '../changes/append-fact';
import { failPin } from '../setup/fail-pin';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let persona: Persona;
beforeAll(async () => {
  service = await startPlatformService();
  persona = await newPersona(service.call);
}, 600_000);
afterAll(() => service.stop());

const titled = (title: string, more: object = {}) => ({
  action: 'publish',
  pin: { account_id: persona.accountId, board_id: persona.boardId, title, image_url: 'https://images.example.com/door.jpg', ...more },
});
const propose = async (items: readonly object[]) => (await service.call('POST', '/v1/proposals', { items }, persona.key)).body;
const read = async (id: string) => (await service.call('GET', `/v1/proposals/${id}`, undefined, persona.session)).body;
const approve = (id: string) => service.call('POST', `/v1/proposals/${id}/approve`, {}, persona.session);
const code = ({ status, body }: { readonly status: number; readonly body: { readonly error?: { readonly code?: string } } }) => [
  status,
  body.error?.code,
];

test('changes and retries are proposed of what the credential may name', async () => {
  const made = await propose([titled('Old')]);
  const [{ pin_id: pinId }] = (await approve(made.id)).body.items;
  const retries = [{}, { board_id: persona.boardId }, { account_id: persona.accountId.toUpperCase(), board_id: persona.boardId }].map(
    (target) => ({ action: 'retry_pin', id: pinId, target }),
  );
  const proposeRetry = (retry: object) => service.call('POST', '/v1/proposals', { items: [titled('Beside'), retry] }, persona.key);
  for (const retry of retries) expect(code(await proposeRetry(retry))).toEqual([409, 'pin_not_failed']);
  await failPin(service, pinId, persona.session);
  const again = [];
  for (const retry of retries) again.push((await proposeRetry(retry)).status);
  expect(again).toEqual([201, 201, 201]);

  const change = await propose([
    { action: 'change_pin', id: pinId, changes: { title: 'New', description: 'More' } },
    { action: 'retry_pin', id: pinId },
    { action: 'retry_pin', id: pinId, target: { board_id: persona.boardId } },
  ]);
  const done = (await approve(change.id)).body;
  expect(done.items).toMatchObject([{ status: 'approved' }, { status: 'approved' }, { status: 'failed', error_code: 'pin_not_failed' }]);
  expect((await service.call('GET', `/v1/pins/${pinId}`, undefined, persona.session)).body).toMatchObject({
    title: 'New',
    description: 'More',
    status: 'queued',
  });
  for (const changes of [{ title: 'New' }, { board_id: persona.boardId }, { image_url: null }]) {
    const item = { action: 'change_pin', id: pinId, changes };
    const { status, body } = await service.call('POST', '/v1/proposals', { items: [titled('Beside'), item] }, persona.key);
    expect([status, body.error?.errors[0].loc.slice(0, 4)]).toEqual([422, ['body', 'items', 1, 'changes']]);
  }
  const refused = await service.call(
    'POST',
    '/v1/proposals',
    { items: [{ action: 'change_pin', id: newId(), changes: { title: 'x' } }] },
    persona.key,
  );
  expect(code(refused)).toEqual([404, 'not_found']);
});

test('the checks of changes and retries say what these would be answered', async () => {
  const made = await propose([titled('Changed'), titled('Publishing'), titled('Failed')]);
  const [changed, publishing, failed] = ((await approve(made.id)).body.items as { pin_id: string }[]).map(({ pin_id: id }) => id);
  const { active_project: project } = (await service.call('GET', '/v1/auth/me', undefined, persona.session)).body;
  const owner = { organizationId: persona.organizationId, projectId: project.id as string };
  await appendFact(service, owner, pinStream, publishing ?? '', attemptStarted(1, new Date().toISOString()));
  await failPin(service, failed ?? '', persona.session);
  const items = [
    { action: 'change_pin', id: changed, changes: { description: 'More' } },
    { action: 'change_pin', id: changed, changes: { image_url: null, asset_id: newId() } },
    { action: 'change_pin', id: changed, changes: { board_id: '404404' } },
    { action: 'change_pin', id: publishing, changes: { title: 'Late' } },
    { action: 'retry_pin', id: failed },
    { action: 'retry_pin', id: failed, target: { board_id: '404404' } },
  ];
  const { id } = await propose(items);
  const checks = ((await read(id)).items as { checks: { status: string; code: string | null }[] }[]).map(({ checks: [first] }) => first);
  const done = ((await approve(id)).body.items as { status: string; error_code: string | null }[]).map(({ status, error_code: why }) => [
    status === 'approved' ? 'passed' : status,
    why,
  ]);
  expect(checks.map((check) => [check?.status, check?.code])).toEqual(done);
  expect(done.map(([status]) => status)).toEqual(['passed', 'failed', 'failed', 'failed', 'passed', 'failed']);
});
