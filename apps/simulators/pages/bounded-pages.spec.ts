import sharp from 'sharp';
import { many, startFullSimulators, type FullSimulators } from './hostile-content.fixture';

let simulators: FullSimulators;
beforeAll(async () => {
  simulators = await startFullSimulators();
});
afterAll(() => simulators.discard());

async function open(path: string) {
  const answer = await fetch(`${simulators.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const count = (text: string, part: RegExp): number => [...text.matchAll(part)].length;

describe.each([
  ['/mail/', /href="\/mail\/message\/\d+"/g, 50, 201],
  ['/platform/', /<li id="pin-/g, 48, 209],
])('%s with 10,000 of them', (path, item, most, last) => {
  test('shows the newest, a page at a time', async () => {
    const first = await open(path);
    expect([first.status, count(first.text, item)]).toEqual([200, most]);
    expect(first.text.length).toBeLessThan(150_000);
    expect(first.text).toContain(`Page 1 of ${last}`);
    const end = await open(`${path}?page=${last}`);
    expect(end.text).toMatch(/(Mail|Pin) 1</);
    expect(count(end.text, item)).toBeLessThanOrEqual(most);
  });

  test.each(['0', '-1', '1e9', '99999999999999999999', '<script>', '%F0%9F', ''])('takes page=%s for one that there is', async (page) => {
    expect(count((await open(`${path}?page=${page}`)).text, item)).toBeGreaterThan(0);
  });

  test('shows what was sent as text, whatever it is', async () => {
    const { text, headers } = await open(path);
    expect(text).toContain('&lt;script&gt;alert(2)&lt;/script&gt; &amp; \ufffd');
    expect(text).not.toMatch(/<script|<img src=x|<b>/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

test('mails to one address, pins of one account or board', async () => {
  expect((await open('/mail/?to=GRACE@example.com')).text).toContain('101 mails');
  expect((await open('/platform/?account=grace')).text).toContain('100 pins');
  expect((await open('/platform/?board=8')).text).toContain('0 pins');
});

test('of a mail, web addresses become links and nothing else does', async () => {
  const { text } = await open(`/mail/message/${many + 1}`);
  const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, address]) => address).filter((address) => !address?.startsWith('/'));
  expect(links).toEqual([
    'https://pins.example.com/verify?token=1&amp;x=2',
    'https://pins.example.com/',
    'https://pins.example.com/verify',
  ]);
  expect(text).not.toMatch(/<script|<img src=x/);
});

test('its HTML comes in a page in which nothing runs, and nothing is loaded', async () => {
  const { headers } = await open(`/mail/message/${many + 1}/html`);
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", 'img-src data:', "form-action 'none'", 'sandbox allow-popups']) expect(policy).toContain(part);
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms|allow-top-navigation/);
});

test.each(['/mail/message/0', '/mail/message/%00', '/mail/message/__proto__', '/mail/message/7/html/'])('%s is answered', async (path) => {
  expect([200, 404]).toContain((await open(path)).status);
});

test.each([1, many + 1, many + 2, many + 3])('pin %i has a picture', async (id) => {
  const answer = await fetch(`${simulators.url}/platform/pictures/${id}`);
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 600, height: 900 });
});

test.each([
  ['kitchen/cake.jpg', 'jpeg'],
  ['kitchen/cake.png', 'png'],
  ['a/b/../%F0%9F%98%80 "<script>.webp', 'webp'],
])('a picture is drawn for %s, always the same', async (path, format) => {
  const drawn = async () => Buffer.from(await (await fetch(`${simulators.url}/pictures/${path}`)).arrayBuffer());
  const [one, other] = await Promise.all([drawn(), drawn()]);
  expect(one.equals(other)).toBe(true);
  expect((await sharp(one).metadata()).format).toBe(format);
});

test.each(['x', 'x.svg', 'x.gif', `${'x'.repeat(400)}.png`, '%F0%9F.png'])('no picture is at %s', async (path) => {
  expect([400, 404]).toContain((await open(`/pictures/${path}`)).status);
});
