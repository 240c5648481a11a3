import { newId } from '@pps/kernel';
import { newKey, password, register } from '../setup/account';
import { newPersona, type Persona } from '../setup/persona';
import { connectPlatformUser, type Headers } from '../setup/platform-user';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let persona: Persona;
let email: string;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise' });
  persona = await newPersona(service.call);
  ({ email } = (await service.call('GET', '/v1/auth/me', undefined, persona.session)).body.user);
});
afterAll(() => service.stop());

const publishing = (title: string, { accountId: account_id, boardId: board_id }: Pick<Persona, 'accountId' | 'boardId'> = persona) => ({
  action: 'publish',
  pin: { account_id, board_id, title, image_url: 'https://images.example.com/door.jpg' },
});
const propose = async (items: readonly object[], credential: Headers = persona.key): Promise<string> =>
  (await service.call('POST', '/v1/proposals', { items }, credential)).body.id;
const read = (id: string, credential: Headers = persona.session) => service.call('GET', `/v1/proposals/${id}`, undefined, credential);
const statuses = async (id: string) => (await read(id)).body.items.map(({ status }: { status: string }) => status);
const approve = async (id: string) => (await service.call('POST', `/v1/proposals/${id}/approve`, {}, persona.session)).body;

/** A page by its address, or what a form of it is answered. */
async function pageOf(path: string, fields?: Readonly<Record<string, string>>) {
  const sent = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {};
  const response = await fetch(`${service.url}/app/proposal${path}`, { ...sent, signal: AbortSignal.timeout(120_000) });
  const text = await response.text();
  const hidden = Object.fromEntries(
    [...text.matchAll(/name="(ticket|shown-\d+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  return { status: response.status, text, hidden: hidden as Readonly<Record<string, string>> };
}
const signedIn = (id: string, as = email) => pageOf('', { id, email: as, password });

test('the page of sign-in says the same of every proposal, there or not', async () => {
  const [id, absent] = [await propose([publishing('Asked')]), newId()];
  const [one, other] = [await pageOf(`?id=${id}`), await pageOf(`?id=${absent}`)];
  expect([one.status, one.text.replaceAll(id, '')]).toEqual([other.status, other.text.replaceAll(absent, '')]);
});

test('the link is that of its person: to others it is not there, whatever they answer', async () => {
  const id = await propose([publishing('Mine')]);
  const stranger = await register(service.call);
  const page = await signedIn(id, stranger.email);
  expect([page.status, page.hidden['ticket'], page.text.includes('Mine')]).toEqual([404, undefined, false]);
  const own = await service.call('POST', '/v1/proposals', { items: [publishing('Theirs')] }, stranger.session);
  expect(own.status).toBe(404);
  expect([(await signedIn(id)).text.includes('Mine'), await statuses(id)]).toEqual([true, ['waiting']]);
});

test('what is another thing than the page has shown is not agreed to unseen', async () => {
  const id = await propose([publishing('Seen'), publishing('Other')]);
  const { hidden } = await signedIn(id);
  const { 'shown-1': first = '', 'shown-2': second = '' } = hidden;
  expect([first, second].every((shown) => shown.length > 30)).toBe(true);
  for (const shown of [
    { 'shown-1': second, 'shown-2': first },
    { 'shown-1': '', 'shown-2': '' },
    { 'shown-1': first, 'shown-2': 'x' },
  ]) {
    const { text } = await pageOf('/answer', { ...hidden, ...shown, answer: 'approve all' });
    expect([text.includes('is not what it was when you looked at it'), await statuses(id)]).toEqual([true, ['waiting', 'waiting']]);
  }
  await pageOf('/answer', { ...hidden, answer: 'approve all' });
  expect(await statuses(id)).toEqual(['approved', 'approved']);
});

test('a key that may write no more has asked for nothing that is agreed to', async () => {
  const key = await newKey(service.call, persona.session);
  const id = await propose([publishing('Late')], key.headers);
  expect((await service.call('PATCH', `/v1/api-keys/${key.id}`, { scopes: ['read'] }, persona.session)).status).toBe(200);
  expect([(await approve(id)).error?.code, await statuses(id)]).toEqual(['proposal_closed', ['waiting']]);
});

test('nor one that may act no more for the account; a key of another account does not see it', async () => {
  const { body } = await connectPlatformUser(service.call, persona.key, { username: `second-${newId()}` });
  expect(body.account_id).toEqual(expect.any(String));
  const key = await newKey(service.call, persona.session);
  const id = await propose([publishing('Narrowed')], key.headers);
  const other = await newKey(service.call, persona.session, { platform_account_ids: [body.account_id] });
  expect([(await read(id, other.headers)).status, (await read(id, persona.key)).status]).toEqual([404, 200]);
  const narrowed = await service.call('PATCH', `/v1/api-keys/${key.id}`, { platform_account_ids: [body.account_id] }, persona.session);
  expect(narrowed.status).toBe(200);
  expect([(await approve(id)).error?.code, await statuses(id)]).toEqual(['proposal_closed', ['waiting']]);
});
