import { password, register } from '../setup/account';
import { fieldOf, openBrowser } from './open-browser';
import { startGrantService, type GrantService } from './grant-service';
import { agree, signedInClient } from './official-client';

let service: GrantService;

beforeAll(async () => {
  service = await startGrantService();
});
afterAll(() => service.stop());
// They say there what they go on from.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => undefined));

test.each(['new', 'old'] as const)(
  'the %s official client signs its person in, refreshes, and is told once access has ended',
  async (era) => {
    const person = await register(service.call);
    const { client, keep } = await signedInClient(era, service.url, person);
    expect((await client.call('list_pins')).isError).toBe(false);
    const first = keep.kept.tokens;
    service.after(3_601);
    const [one, other] = await Promise.all([client.call('list_pins'), client.call('get_quota')]);
    expect([one.isError, other.isError, keep.kept.questions]).toEqual([false, false, 1]);
    expect(keep.kept.tokens?.access_token).not.toBe(first?.access_token);
    const [key] = (await service.call('GET', '/v1/api-keys', undefined, person.session)).body;
    await service.call('DELETE', `/v1/api-keys/${key.id}`, undefined, person.session);
    await expect(client.call('list_pins')).rejects.toThrow();
    expect(keep.kept.questions).toBe(2);
    await client.close();
  },
);

test('the newest client asks for more when a tool needs it, and keeps what it had', async () => {
  const person = await register(service.call);
  const { client, keep, finish } = await signedInClient('new', service.url, person);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('delete_pin');
  await expect(client.call('delete_pin', { id: 'x' })).rejects.toThrow();
  expect([keep.kept.questions, keep.kept.asked?.searchParams.get('scope')]).toEqual([2, 'read write destructive']);
  await finish(await agree(service.url, keep, person, { scope_destructive: 'on' }));
  expect(keep.kept.tokens?.scope).toBe('read write destructive');
  expect((await client.call('delete_pin', { id: 'x' })).text).toContain('error: ');
  await client.close();
});

test('what a person refused is not asked for again: the tool is left out, a call of it is told the page', async () => {
  const person = await register(service.call);
  for (const era of ['new', 'old'] as const) {
    const { client, keep } = await signedInClient(era, service.url, person, { scope_write: '' });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('create_pin');
    const { isError, text } = await client.call('create_pin', {});
    expect([isError, text]).toEqual([true, expect.stringMatching(/error: insufficient_scope[^]*\/app\/grant\?id=/)]);
    expect(keep.kept.questions).toBe(1);
    await widen(text, person.email);
    expect((await client.call('create_pin', {})).text).toContain('error: validation_error');
    await client.close();
  }
});

/** Follows the link of a refusal, and ticks what was left out. */
async function widen(text: string, email: string): Promise<void> {
  const link = new URL(/http\S+\/app\/grant\?id=[\w-]+/.exec(text)?.[0] ?? '');
  const browser = openBrowser(service.url);
  expect((await browser.open(link)).status).toBe(200);
  const stranger = await register(service.call);
  const sign = (who: string) => browser.post('/app/grant', { id: link.searchParams.get('id') ?? '', email: who, password });
  expect((await sign(stranger.email)).status).toBe(404);
  const ticket = fieldOf(await sign(email), 'ticket');
  const answer = (fields: Readonly<Record<string, string>>) => browser.post('/app/grant/answer', { ticket, answer: 'change', ...fields });
  expect([(await answer({})).status, (await answer({ ticket: 'x', scope_read: 'on' })).status]).toEqual([422, 404]);
  expect((await answer({ scope_read: 'on', scope_write: 'on' })).status).toBe(200);
}
