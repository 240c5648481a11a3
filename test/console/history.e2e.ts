import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import type { TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import type { WebService } from '../web/web-service';
import { isLive, showsPage } from './open-console';
import { auditedAccount, type AuditedAccount } from './audited-account';
import { createPin } from './furnished-account';
import { furnishedPage } from './furnished-page';
import { withHugeFile } from './huge-file';

let service: WebService;
let browser: TestBrowser;
let account: AuditedAccount;
let page: Page;

const markup = '<img src=x onerror=alert(1)>';

beforeAll(async () => {
  ({ service, browser, account, page } = await furnishedPage({ AUDIT_CHECKPOINT_EVERY: '3600s' }, '/history', (started) =>
    auditedAccount(started, { full_name: markup }, [`${markup} door`, 'Red door']),
  ));
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

afterEach(() => {
  const complaints = [...browser.complaints];
  browser.forgetComplaints(/./s);
  expect(complaints).toEqual([]);
});

const go = (path: string) => page.goto(`${service.url}/app${path}`);
const aboutPin = () => page.getByRole('link', { name: /^Open the pin of/ }).first();
const given = () => page.getByLabel(/^Export, and beside it/);
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const refusal = () => page.getByRole('alert').filter({ hasText: 'not what was signed' });
const noVerdict = () => page.getByRole('alert').filter({ hasText: 'Nothing can be said' });

test('activity is told in words, narrowed by the address, and leads to what it is about', async () => {
  await go('/history');
  await showsPage(page, 'Activity');
  await isLive(page);
  await aboutPin().waitFor();
  await expectUsable(page, 'console-activity');
  await page.getByLabel('Category').selectOption('billing');
  expect(new URL(page.url()).search).toBe('?category=billing');
  await go('/history?action=pin.nothing');
  await page.getByText('Nothing that happened matches.').waitFor();
  await press('Show all activity');
  await aboutPin().waitFor();
  // The list takes in what happens within a second of its first read.
  const shownAt = Date.now();
  await eventually('the end of that second', async () => Date.now() > shownAt + 2_000 || undefined);
  await createPin(service.call, account, 'A later door');
  await press(/^\d+ new: show$/);
  await aboutPin().click();
  await showsPage(page, /./);
  await page.getByText('What happened').waitFor();
});

test('facts are the log, the newest first, each with what it is about', async () => {
  await go('/history/facts');
  await showsPage(page, 'Facts');
  await page.getByText(`${(await account.exported()).length} facts`, { exact: true }).waitFor();
  await isLive(page);
  await page.getByRole('link', { name: 'PinQueued' }).first().waitFor();
  await expectUsable(page, 'console-facts');
  await createPin(service.call, account, 'A door while one looks');
  await press(/^\d+ new: show$/);
  await page.getByText(`${(await account.exported()).length} facts`, { exact: true }).waitFor();
  await page
    .getByRole('link', { name: `pin-${account.pinId}` })
    .first()
    .waitFor();
  await page.getByLabel('History of').selectOption('organization');
  await page.getByLabel(/^Leaf, 0 to/).fill('0');
  await press('Open the fact');
  await showsPage(page, 'Fact 0');
  await page.goBack();
  const registered = page.getByRole('link', { name: /Registered|Started/ });
  await registered.first().waitFor();
});

// A service that shows other facts than it has written.
const answerOtherwise = (edit: (text: string) => string): Promise<unknown> =>
  page.route(/\/v1\/audit\/events/, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ contentType: 'application/json', body: edit(await account.get(`${pathname}${search}`)) });
  });

test('a fact is proved as it is shown, and one that is shown otherwise is refused', async () => {
  const leaf = await account.leafOfPin();
  await go(`/history/facts/${leaf}`);
  await showsPage(page, `Fact ${leaf}`);
  await press('Prove this fact');
  await page.getByText('This fact is in the signed history, as it is shown here.').waitFor();
  await page.getByText('that this page does what it says').waitFor();
  await expectUsable(page, 'console-fact');
  await answerOtherwise((text) => text.replace('PinQueued', 'PinDeleted'));
  await page.reload();
  await press('Prove this fact');
  await refusal().getByText(`leaf ${leaf}`).waitFor();
  await page.unroute(/\/v1\/audit\/events/);
  for (const none of ['999999', 'x']) {
    await go(`/history/facts/${none}`);
    await page.getByText('The history has no such fact.').waitFor();
  }
});

test('facts in a row are proved, and one that was left out is named', async () => {
  await go('/history/proofs');
  await press('Prove them');
  await page.getByText('These 10 facts are in the signed history, in this order.').waitFor();
  await expectUsable(page, 'console-proofs');
  await answerOtherwise((text) => {
    const body = JSON.parse(text);
    return JSON.stringify({ ...body, items: body.items.filter((_: unknown, place: number) => place !== 3) });
  });
  await press('Prove them');
  await refusal().getByText('leaf 4').waitFor();
  await page.unroute(/\/v1\/audit\/events/);
});

test('a checkpoint that was kept outside shows that the history only grew; others say nothing, broken ones are refused', async () => {
  await go('/history/proofs');
  const [download] = await Promise.all([page.waitForEvent('download'), press('Save it')]);
  const kept = JSON.parse(readFileSync(await download.path(), 'utf8'));
  await createPin(service.call, account, 'After the checkpoint');
  await account.sign();
  const newer = JSON.parse(await account.get('/v1/audit/checkpoints?limit=1')).items[0];
  const other = await auditedAccount(service, {}, []);
  const broken = { root_hash: 'ab'.repeat(32) };
  const said: readonly (readonly [text: string, found: Locator])[] = [
    [JSON.stringify(kept), page.getByText('The history of now begins with the one that you have kept.')],
    [JSON.stringify({ items: [newer, ...kept.items] }), page.getByText(/begins with each of the 2 that you have kept/)],
    // One that contradicts is seen beside one that does not.
    [JSON.stringify({ items: [{ ...newer, ...broken }, ...kept.items] }), noVerdict()],
    [JSON.stringify({ ...kept.items[0], ...broken }), noVerdict()],
    ['{"items": [', noVerdict().getByText('not JSON')],
    [await other.get('/v1/audit/checkpoints?limit=1'), noVerdict().getByText('is it the id of something else')],
    [JSON.stringify({ ...kept, workspace_id: '0197a000-0000-7000-8000-000000000000' }), noVerdict().getByText('of another workspace')],
    [JSON.stringify({ ...kept, keys: [{ ...kept.keys[0], public_key: `${'A'.repeat(43)}=` }] }), refusal().getByText('not the one that')],
  ];
  for (const [text, found] of said) {
    await page.getByLabel('A checkpoint that you have kept').fill(text);
    await press('Compare with now');
    await found.waitFor();
  }
});

describe('an export that is given to the page', () => {
  const give = async (...files: readonly (readonly [name: string, content: string | Buffer])[]): Promise<void> => {
    if (!page.url().includes('/history/proofs')) await go('/history/proofs');
    await given().setInputFiles(
      files.map(([name, content]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })),
    );
  };
  const text = async (): Promise<string> => `${(await account.exported()).join('\n')}\n`;

  test('is verified, by what the service signed or by what was kept', async () => {
    await account.sign();
    await go('/history/proofs');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'the export' }).click()]);
    expect(readFileSync(await saved.path(), 'utf8')).toBe(await text());
    await give(['export.ndjson', await text()]);
    await page.getByText('Nothing in this export was changed').waitFor();
    await page.reload();
    await give(
      ['export.ndjson', await text()],
      ['checkpoints.json', await account.get('/v1/audit/checkpoints?limit=200')],
      ['keys.json', await account.get('/v1/audit/keys')],
    );
    await page.getByText('Nothing in this export was changed').waitFor();
    await give(['export.ndjson', (await account.exported()).slice(0, -2).join('\n')]);
    await page.getByText(/The service has signed \d+ facts more/).waitFor();
  });

  test('is refused at the leaf that was changed, dropped or added', async () => {
    const leaf = await account.leafOfPin();
    const lines = await account.exported();
    await give(['export.ndjson', lines.map((line, at) => (at === leaf ? line.replace('PinQueued', 'PinDeleted') : line)).join('\n')]);
    await refusal().getByText(`leaf ${leaf}`).waitFor();
    await page.getByRole('link', { name: 'What the service has there' }).click();
    await showsPage(page, `Fact ${leaf}`);
    await give(['export.ndjson', lines.filter((_, at) => at !== leaf).join('\n')]);
    await refusal().getByText(`leaf ${leaf}`).waitFor();
    const checkpoints = await account.get('/v1/audit/checkpoints?limit=200');
    await give(['export.ndjson', lines.slice(0, 5).join('\n')], ['checkpoints.json', checkpoints]);
    await refusal().getByText('the export ends before').waitFor();
  });

  test.each<[string, () => Promise<string | Buffer>, RegExp]>([
    ['gzip', async () => Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]), /compressed/],
    ['cut within a line', async () => (await text()).slice(0, -40), /not JSON/],
    ['JSON of others', async () => '{"name":"x"}\n', /not a fact/],
    ['not ours', async () => `${markup}\n`.repeat(100), /not JSON/],
    ['nothing', async () => '', /no fact|ends before/],
    ['no text', async () => Buffer.from([0x7b, 0xff, 0xfe, 0x0a]), /UTF-8/],
  ])('says nothing of a file that is %s', async (_, content, reason) => {
    await give(['export.ndjson', await content()]);
    await page.getByRole('alert').getByText(reason).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('of a hundred megabytes in one line is not held in memory', async () => {
    await go('/history/proofs');
    await withHugeFile(100 * 2 ** 20, 'export.ndjson', async (path) => {
      await given().setInputFiles(path);
      await noVerdict().getByText('longer than 16 MB').waitFor();
    });
  });

  test('of another workspace is told apart from a broken one', async () => {
    const other = await auditedAccount(service, {}, []);
    await give(['export.ndjson', await other.get('/v1/audit/export')]);
    await noVerdict().getByText('of another workspace').waitFor();
    await give(['export.ndjson', await text()], ['checkpoints.json', JSON.stringify({ items: [], workspace_id: 'another' })]);
    await noVerdict().getByText('What is beside it').waitFor();
    await page.getByLabel('History of').selectOption('organization');
    await give(['export.ndjson', await text()]);
    await noVerdict().getByText('of another workspace').waitFor();
    await page.getByLabel('History of').selectOption('project');
  });
});

test('the worker runs the very file that auditors get, and may speak to nobody', async () => {
  await go('/history/proofs');
  await page
    .getByText(/^[0-9a-f]{64}$/)
    .last()
    .waitFor();
  const files: string[] = await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name)`);
  const address = files.find((name) => name.includes('verify-history')) ?? '';
  const { headers, text } = await fetch(address).then(async (response) => ({ headers: response.headers, text: await response.text() }));
  expect(text).toBe(readFileSync('docs/verify-history.mjs', 'utf8'));
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
});

test('no other script is made a worker, no second rule named', async () => {
  const tried: string[] = await page.evaluate(`(() => {
    const tries = [() => new Worker('/app/console/x.js'), () => trustedTypes.createPolicy('pps-verifier', {}), () => trustedTypes.createPolicy('x', {})];
    return tries.map((act) => { try { act(); return 'done'; } catch ({ name }) { return name; } });
  })()`);
  expect(tried).toEqual(['TypeError', 'TypeError', 'TypeError']);
  browser.forgetComplaints(/trusted|Trusted|Content Security Policy/);
});

test.each([
  ['/history', /\/v1\/activity-logs/, 'Nothing that happened'],
  ['/history/facts', /\/v1\/audit\/events/, 'There are no facts yet.'],
  ['/history/facts/0', /\/v1\/audit\/events/, 'no such fact'],
  ['/history/proofs', /\/v1\/audit\/keys/, 'Nothing is signed yet'],
])('%s says that it is loading, and why it failed', async (path, reads, empty) => {
  await page.route(reads, async (route) => {
    const error = { code: 'internal_error', message: 'It broke.', type: 'internal', remediation: 'Tell us.', request_id: 'req-of-it' };
    await route.fulfill({ status: 500, json: { error }, headers: { 'x-request-id': 'req-of-it' } });
  });
  await go(path);
  await page.getByText('loading …').first().waitFor();
  await page.getByRole('alert').first().getByText('req-of-it').waitFor();
  expect(await page.getByText(empty).count()).toBe(0);
  await page.unroute(reads);
  browser.forgetComplaints(/500/);
});
