import { setOwnLimits } from '@pps/billing';
import { billingStream } from '@pps/billing/events';
import { newKey, password, register } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';
import { approving, terminalAt } from './terminal';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ DEFAULT_PLAN: 'enterprise' });
});
afterAll(() => service.stop());

test('who has no room for a key is told so on the page, and the terminal waits on', async () => {
  const { call, url } = service;
  const [terminal, account] = [terminalAt(url), await register(call)];
  const { organization } = (await call('GET', '/v1/auth/me', undefined, account.session)).body;
  const at = new Date().toISOString();
  const origin = { organizationId: organization.id, actor: { type: 'system' as const }, occurredAt: at };
  await service.parts.streams.decide(billingStream, organization.id, origin, (state) =>
    setOwnLimits({ limits: { apiKeysLimit: 1 }, at }, state),
  );
  const { id } = await newKey(call, account.session);
  const waiting = (await terminal.begin()).body;
  const page = await terminal.signIn(waiting.user_code, account.email, password);
  const refused = await terminal.answer(page, approving(account.projectId));
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('The plan allows a project 1 API keys')]);
  expect((await terminal.poll(waiting.device_code)).body.error).toBe('authorization_pending');
  expect((await call('DELETE', `/v1/api-keys/${id}`, undefined, account.session)).status).toBe(204);
  expect((await terminal.answer(refused, approving(account.projectId))).text).toContain('Your terminal is signed in');
  expect((await terminal.poll(waiting.device_code)).status).toBe(200);
});
