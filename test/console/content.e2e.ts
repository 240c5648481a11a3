import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { scheduleStream } from '@pps/schedules/events';
import { videoFile } from '@pps/assets/testing';
import type { TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import type { WebService } from '../web/web-service';
import type { FurnishedAccount } from './furnished-account';
import { furnishedPage } from './furnished-page';
import { mayNot } from './may-not';
import { tellsStates } from './tells-states';
import { pressAt } from './press-at';
import { showsPage } from './open-console';

let service: WebService;
let browser: TestBrowser;
let account: FurnishedAccount;
let page: Page;

const markup = '<img src=x onerror=alert(1)> \u202Egnp.exe';

beforeAll(async () => {
  ({ service, browser, account, page } = await furnishedPage({ DEFAULT_PLAN: 'growth' }, '/files'));
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

// What a refusal makes Chromium say.
afterEach(() => {
  browser.forgetComplaints(/status of (400|402|403|404|409|413|415|422)/);
  expect(browser.complaints).toEqual([]);
});

const go = (path: string) => page.goto(`${service.url}/app${path}`);
const call = (method: string, path: string, body?: object) => service.call(method, path, body, account.session);
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const focused = () => page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`);

describe('files', () => {
  const chosen = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  const upload = async (file: string | ReturnType<typeof chosen>): Promise<void> => {
    await page.getByRole('button', { name: 'Upload a file' }).click();
    await dialog('Upload a file').getByLabel('Image or video').setInputFiles(file);
    await pressAt(dialog('Upload a file').getByRole('button', { name: 'Upload', exact: true }));
  };

  test('an image and a video are uploaded, what is neither is refused with the reason, and the list leads to one', async () => {
    const png = await sharp({ create: { width: 120, height: 180, channels: 3, background: '#306' } })
      .png()
      .toBuffer();
    await go('/usage');
    await page.getByRole('link', { name: 'files', exact: true }).click();
    await showsPage(page, 'Files');
    await page.getByText('There are no files yet.').waitFor();
    await upload(chosen('no.png', 'image/png', Buffer.from('nothing')));
    await dialog('Upload a file').getByText('invalid_image').waitFor();
    await dialog('Upload a file').getByRole('button', { name: 'Leave it' }).click();
    const folder = await mkdtemp(join(tmpdir(), 'console-upload-'));
    await writeFile(join(folder, '<b>blue<b> door.png'), png);
    // Whoever leaves a running upload, and sends the file again, stores it once.
    const names: (string | undefined)[] = [];
    await page.route(/\/v1\/assets\/images$/, (route, request) => {
      names.push(request.headers()['idempotency-key']);
      return names.length > 1 ? route.continue() : undefined;
    });
    await upload(join(folder, '<b>blue<b> door.png'));
    await dialog('Upload a file').getByText('Uploading …').waitFor();
    await page.keyboard.press('Escape');
    await dialog('Upload a file').waitFor({ state: 'detached' });
    await upload(join(folder, '<b>blue<b> door.png'));
    await page.getByRole('link', { name: '<b>blue<b> door.png' }).waitFor();
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), names[0]]);
    await page.unroute(/\/v1\/assets\/images$/);
    await rm(folder, { recursive: true });
    await upload(chosen('walk.mp4', 'video/mp4', videoFile()));
    await page.getByRole('link', { name: 'walk.mp4' }).waitFor();
    await page.getByLabel('Kind').selectOption('image');
    await page.getByRole('link', { name: 'walk.mp4' }).waitFor({ state: 'detached' });
    await expectUsable(page, 'console-files');
    await pressAt(page.getByRole('link', { name: '<b>blue<b> door.png' }));
    await page.getByText('120 × 180').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await pressAt(page.getByRole('button', { name: 'Show the image' }));
    await page.locator('main img').waitFor();
    await expectUsable(page, 'console-file');
    const [id = ''] = /[^/]+$/.exec(page.url()) ?? [];
    await tellsStates(page, browser, page.url(), new RegExp(`/v1/assets/${id}$`), page.getByText('120 × 180'));
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^[0-9a-f-]{36}\.png$/);
  });

  test('one that a schedule waits for is deleted only by who agrees to that, and others see it go', async () => {
    const [asset] = (await call('GET', '/v1/assets?asset_type=image')).body.assets;
    const content = { account_id: account.accountId, board_id: account.boardId, title: 'Later', asset_id: asset.id };
    expect((await call('POST', '/v1/schedules', { ...content, run_at: '2099-01-01T10:00:00Z' })).status).toBe(201);
    await go(`/files/${asset.id}`);
    await pressAt(page.getByRole('button', { name: 'Delete …' }));
    await pressAt(dialog('Delete this file?').getByRole('button', { name: 'Delete the file' }));
    await dialog('Delete this file?').getByRole('link', { name: '1 schedule' }).waitFor();
    await expectUsable(page, 'console-file-waited');
    await pressAt(dialog('Delete this file?').getByRole('button', { name: 'Delete it all the same' }));
    await showsPage(page, 'Files');
    await page.getByText('walk.mp4').waitFor();
    expect((await call('GET', `/v1/assets/${asset.id}`)).status).toBe(404);
    const [video] = (await call('GET', '/v1/assets')).body.assets;
    await call('DELETE', `/v1/assets/${video.id}`);
    await page.getByText('There are no files yet.').waitFor();
    await go(`/files/${video.id}`);
    await page.getByRole('alert').getByText('not_found').waitFor();
  });

  test('who may not delete is not asked to', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(videoFile())], { type: 'video/mp4' }), 'walk.mp4');
    const answer = await fetch(`${service.url}/v1/assets/videos`, { method: 'POST', body: form, headers: account.session });
    const { id } = (await answer.json()) as { readonly id: string };
    await mayNot(page, service.call, account, 'can_delete_assets');
    await go(`/files/${id}`);
    await page.getByText('walk.mp4').waitFor();
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    await page.unroute(/\/v1\/auth\/me$/);
  });
});

describe('schedules', () => {
  const create = async (title: string): Promise<string> => {
    const content = { account_id: account.accountId, board_id: account.boardId, title, image_url: 'https://example.com/door.png' };
    return (await call('POST', '/v1/schedules', { ...content, run_at: '2099-01-01T10:00:00Z' })).body.id;
  };
  /** As if the quota had been gone for a day. */
  const fail = (id: string) => {
    const failure = { errorCode: 'quota_exceeded' as const, errorMessage: markup, failedAt: new Date().toISOString() };
    const origin = { organizationId: account.organizationId, actor: { type: 'system' as const }, occurredAt: failure.failedAt };
    return service.parts.streams.decide(scheduleStream, id, origin, () => [{ type: 'ScheduleFailed' as const, data: failure }]);
  };
  const state = async (id: string): Promise<string> => (await call('GET', `/v1/schedules/${id}`)).body.status ?? 'gone';

  test('one that failed is retried, canceled and deleted where it stands, as its state allows', async () => {
    const id = await create('Red door');
    await fail(id);
    await go(`/schedules/${id}`);
    await page.getByRole('button', { name: 'Delete … Red door' }).waitFor();
    await expectUsable(page, 'console-schedule');
    await pressAt(page.getByRole('button', { name: 'Retry Red door' }));
    await page.getByRole('button', { name: 'Cancel … Red door' }).waitFor();
    // The button is gone, and the keyboard stays where it was.
    expect(await focused()).toBe('The schedule');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('[aria-label="The schedule"] td') !== null`)).toBe(true);
    await pressAt(page.getByRole('button', { name: 'Cancel … Red door' }));
    await pressAt(dialog('Cancel this schedule?').getByRole('button', { name: 'Cancel the schedule' }));
    await pressAt(page.getByRole('button', { name: 'Delete … Red door' }));
    expect(await state(id)).toBe('canceled');
    await pressAt(dialog('Delete this schedule?').getByRole('button', { name: 'Delete the schedule' }));
    await showsPage(page, 'Schedules');
    expect(await state(id)).toBe('gone');
  });

  test('many are retried, canceled and deleted at once, and each that is not says why', async () => {
    const [one = '', two = '', three = '', four = ''] = await Promise.all(['One', 'Two', 'Three', 'Four'].map(create));
    await fail(one);
    await go('/schedules?status=scheduled');
    await pressAt(page.getByRole('button', { name: 'Move … Four' }));
    await call('POST', `/v1/schedules/${four}/cancel`);
    await page.getByRole('row').filter({ hasText: 'Four' }).waitFor({ state: 'detached' });
    expect(await dialog('Move the schedule').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('The schedules');
    await go('/schedules');
    const select = async (...titles: string[]) => {
      for (const title of titles) await pressAt(page.getByRole('checkbox', { name: `Select ${title}` }), 'Space');
    };
    const group = page.getByRole('group', { name: 'With the selected schedules' });
    const told = (words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();
    await select('One', 'Two');
    await expectUsable(page, 'console-schedules-selected');
    await pressAt(group.getByRole('button', { name: 'Retry' }));
    await told('1 done, 1 with nothing to do, 0 failed.');
    expect(await state(one)).not.toBe('failed');
    await select('Two', 'Three');
    await pressAt(group.getByRole('button', { name: 'Cancel …' }));
    await pressAt(dialog('Cancel 2 schedules?').getByRole('button', { name: 'Cancel', exact: true }));
    await told('2 done, 0 with nothing to do, 0 failed.');
    await select('Two', 'One');
    await pressAt(group.getByRole('button', { name: 'Delete …' }));
    await pressAt(dialog('Delete 2 schedules?').getByRole('button', { name: 'Delete', exact: true }));
    await told('1 done, 0 with nothing to do, 1 failed.');
    expect([await state(two), await state(three), await state(one)]).toEqual(['gone', 'canceled', expect.not.stringMatching('gone')]);
    await mayNot(page, service.call, account, 'can_delete_content', 'can_publish');
    await go('/schedules');
    await select('Three');
    expect(await group.getByRole('button').allTextContents()).toEqual(['Select none']);
    expect(await page.getByRole('button', { name: /^(Cancel|Delete|Retry)/ }).count()).toBe(0);
    await page.unroute(/\/v1\/auth\/me$/);
  });
});
