import { password, register } from '../setup/account';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectPage } from '../web/expect-page';

let service: PlatformService;
let browser: TestBrowser;
let persona: Persona;

beforeAll(async () => {
  [service, browser] = await Promise.all([
    startPlatformService({ PROPOSAL_ANSWERS_PER_PERSON: '40', PROJECT_LIMITS_WINDOW: '1h' }),
    startBrowser(),
  ]);
  persona = await newPersona(service.call);
}, 600_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const titled = (title: string, more: object = {}) => ({
  action: 'publish',
  pin: { account_id: persona.accountId, board_id: persona.boardId, title, image_url: 'https://images.example.com/door.jpg', ...more },
});
const scheduled = (title: string) => ({ ...titled(title, { run_at: new Date(Date.now() + 3_600_000).toISOString() }), action: 'schedule' });
const propose = async (items: readonly object[]) => (await service.call('POST', '/v1/proposals', { items }, persona.key)).body;
const read = async (id: string) => (await service.call('GET', `/v1/proposals/${id}`, undefined, persona.session)).body;
const approve = (id: string, body: object) => service.call('POST', `/v1/proposals/${id}/approve`, body, persona.session);
const pins = async () => (await service.call('GET', '/v1/pins?limit=200', undefined, persona.session)).body;
const statuses = ({ items }: { readonly items: readonly { readonly status: string }[] }) => items.map(({ status }) => status);
const owner = async (): Promise<{ readonly email: string }> =>
  (await service.call('GET', '/v1/auth/me', undefined, persona.session)).body.user;

test.each(['', 'x', 'eyJ.x', '%00'])('a form of the page with the ticket %j is none of ours', async (ticket) => {
  const body = new URLSearchParams({ ticket, answer: 'approve all' });
  const response = await fetch(`${service.url}/app/proposal/answer`, { method: 'POST', body });
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('There is nothing to answer')]);
});

test('a page shows what is asked, as text, and takes the answers of its person only', async () => {
  const { email } = await owner();
  const hostile = '<img src=x onerror=alert(1)> & "door"';
  const made = await propose([titled(hostile, { link_url: 'https://example.org/a?b=1&c=2' }), titled('Second'), scheduled('Third')]);
  const address = `${service.url}/app/proposal?id=${made.id}`;
  const page = await browser.open();
  const signIn = async (as: string, secret = password) => {
    await page.goto(address);
    await page.getByLabel('E-mail address').fill(as);
    await page.getByLabel('Password').fill(secret);
    await page.getByRole('button', { name: 'Go on' }).click();
  };
  await page.goto(address);
  await expectPage(page, 'What is proposed to you?', 'proposal-sign-in');
  await signIn((await register(service.call)).email);
  await expectPage(page, 'There is nothing to answer', 'proposal-gone');
  await signIn(email);
  await expectPage(page, 'Do you agree to this?', 'proposal');
  expect(await page.getByText(hostile, { exact: true }).count()).toBe(1);
  expect(await page.locator('img[src=x]').count()).toBe(0);
  const { body: boards } = await service.call('GET', `/v1/platform/boards?account_id=${persona.accountId}`, undefined, persona.key);
  const { name } = boards.find(({ id }: { readonly id: string }) => id === persona.boardId);
  expect(await page.getByText(`${persona.boardId} (${name})`, { exact: true }).count()).toBe(3);
  await page.getByRole('button', { name: 'Edit item 1' }).click();
  await expectPage(page, 'Edit item 1', 'proposal-edit');
  await page.getByLabel('Title').fill('');
  await page.locator('form').evaluate('(form) => { form.noValidate = true; }');
  await page.getByRole('button', { name: 'Agree to it like this' }).click();
  await expectPage(page, 'Edit item 1', 'proposal-edit-wrong');
  await page.getByLabel('Title').fill('Mine');
  await page.getByLabel('Description').fill('two\nlines');
  await page.getByRole('button', { name: 'Agree to it like this' }).click();
  await page.getByText('2 of 3 items wait').waitFor();
  await page.getByRole('button', { name: 'Decline item 2' }).click();
  await page.getByText('1 of 3 items wait').waitFor();
  await page.getByRole('button', { name: 'Agree to item 3' }).click();
  await expectPage(page, 'What was proposed to you', 'proposal-answered');
  const { items } = await read(made.id);
  expect(items).toMatchObject([
    { status: 'approved', decided_by: 'page', payload: { title: 'Mine', description: 'two\nlines' } },
    { status: 'declined', decided_by: 'page' },
    { status: 'approved' },
  ]);
  const { items: timeline } = (await service.call('GET', `/v1/pins/${items[0].pin_id}/timeline`, undefined, persona.session)).body;
  expect(JSON.stringify(timeline)).toContain('on the page of the proposal');
  expect(browser.complaints).toEqual([]);
});

test('what is not what a page has shown is shown again, and a slip agrees to nothing', async () => {
  const made = await propose([titled('Seen', { board_id: '404404' }), titled('Other')]);
  const before = (await pins()).length;
  const page = await browser.open();
  await page.goto(`${service.url}/app/proposal?id=${made.id}`);
  await page.getByLabel('E-mail address').fill((await owner()).email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('2 of 2 items wait').waitFor();
  const agree = (what: string) => page.getByRole('button', { name: what, exact: true });
  for (const slip of ['approve', 'approve 0', 'approve 1000', 'decline', 'x']) {
    await agree('Agree to item 1').evaluate((button, value) => void ((button as unknown as { value: string }).value = value), slip);
    await agree('Agree to item 1').click();
    await page.getByText('That answer was not understood. Nothing has happened.').waitFor();
  }
  const elsewhere = await approve(made.id, { items: [{ number: 1, changes: { title: 'Unseen' } }] });
  expect(statuses(elsewhere.body)).toEqual(['failed', 'waiting']);
  await agree('Agree to all 2').click();
  await page.getByText('Item 1 is not what it was when you looked at it.').waitFor();
  expect(await page.getByText('Unseen').count()).toBe(1);
  expect([statuses(await read(made.id)), (await pins()).length]).toEqual([['failed', 'waiting'], before]);
  await agree('Agree to item 2').click();
  await page.getByText('1 of 2 items wait').waitFor();
  expect((await pins()).length).toBe(before + 1);
});

test('one person answers so often: others go on, and so does he by requests of his session', async () => {
  const form = (path: string, fields: Readonly<Record<string, string>>) =>
    fetch(`${service.url}/app/proposal${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  async function asked() {
    const own = await newPersona(service.call);
    const { email } = (await service.call('GET', '/v1/auth/me', undefined, own.session)).body.user;
    const pin = { account_id: own.accountId, board_id: own.boardId, title: 'Door', image_url: 'https://images.example.com/door.jpg' };
    const { id } = (await service.call('POST', '/v1/proposals', { items: [{ action: 'publish', pin }] }, own.key)).body;
    const page = await form('', { id, email, password });
    const ticket = /name="ticket" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    return { session: own.session, id: id as string, answer: async (answer = 'show') => form('/answer', { ticket, answer }) };
  }
  const [hostile, honest] = [await asked(), await asked()];
  const answers = await Promise.all(Array.from({ length: 41 }, (_, n) => hostile.answer(n % 2 === 0 ? 'decline all' : 'approve 1')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await hostile.answer()).status).toBe(200);
  const refused = await hostile.answer('approve all');
  expect([await refused.text(), refused.headers.get('ratelimit')]).toEqual([
    expect.stringContaining('Nothing has happened. Wait a minute'),
    expect.stringMatching(/^"proposal_answers";r=0;t=\d+$/),
  ]);
  expect((await honest.answer()).status).toBe(200);
  expect((await service.call('POST', `/v1/proposals/${hostile.id}/decline`, undefined, hostile.session)).status).toBe(200);
});
