import { createHash } from 'node:crypto';
import { readArchive } from '@pps/asset-storage/testing';
import { dueExports, findForgetting } from '@pps/workspaces';
import { accountExportStream } from '@pps/workspaces/events';
import { eraseDue, forgetWorkspace, runAccountExports, sweepArchives } from '@pps/use-cases';
import { uploadForm } from '../../assets/uploader';
import { logIn, newKey, password, register } from '../../setup/account';
import { bearer } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { startForgettingService, type ForgettingService } from '../forgetting/forgetting-service';
import { newFullWorkspace, type FullWorkspace } from '../forgetting/full-workspace';
import { archiveSteps } from './archive-steps';
import { resetPasswordByMail } from './reset-password-by-mail';

let service: ForgettingService;
let owner: FullWorkspace;
let neighbour: FullWorkspace;
let steps: ReturnType<typeof archiveSteps>;
const startedOn = new Date().getUTCDate();

beforeAll(async () => {
  service = await startForgettingService({ ACCOUNT_EXPORTS_PER_DAY: '4' });
  steps = archiveSteps(service);
  [owner, neighbour] = [await newFullWorkspace(service), await newFullWorkspace(service)];
});
afterAll(() => service?.stop());

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('an archive holds everything of the workspace and nothing of another one, and no secret', async () => {
  const { ask, read, settled, download } = steps;
  const { call, parts, url } = service;
  const { session, key, projectId } = owner;
  const form = new FormData();
  form.set('file', new Blob([png], { type: 'image/png' }), '👩‍👩‍👧 Tür\u202e.png');
  expect((await uploadForm(`${url}/v1/assets/images`, form, key)).status).toBe(201);
  const secret = (await call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/mine', events: ['*'] }, key)).body.secret as string;
  expect((await read(session)).status).toBe(404);

  const asked = await ask(session);
  expect([asked.status, asked.body]).toEqual([202, expect.objectContaining({ status: 'preparing', download_url: null })]);
  expect((await ask(session)).body.export_id).toBe(asked.body.export_id);
  const ready = await settled(session, 'ready');

  const answer = await download(ready.download_url);
  const zip = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
    200,
    'no-store',
    'application/zip',
  ]);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="pin-publishing-export-\d{4}-\d\d-\d\d\.zip"$/);
  expect([zip.length, createHash('sha256').update(zip).digest('hex')]).toEqual([ready.size_bytes, ready.sha256]);

  const files = readArchive(zip);
  const text = (path: string) => files.get(path)?.toString() ?? '';
  const rows = (path: string) =>
    text(path)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  expect(JSON.parse(text('person.json'))).toMatchObject({ email: owner.email, full_name: 'Ada Byron', has_password: true });
  expect(JSON.parse(text('organization.json'))).toMatchObject({ id: owner.organizationId, plan: 'pro' });
  expect(rows('data/pins.ndjson').map((pin) => pin.content.title)).toEqual(expect.arrayContaining(['Door 0', 'Door 1']));
  expect(rows('data/schedules.ndjson')).toMatchObject([{ title: 'Blue door', content: { title: 'Blue door' } }]);
  expect(rows('data/platform_accounts.ndjson').map((account) => account.profile?.username)).toContain(owner.username);
  expect(rows('data/webhooks.ndjson').map((webhook) => webhook.url)).toContain('http://127.0.0.1:9/mine');
  expect(rows('data/api_keys.ndjson')).toMatchObject([{ name: 'build' }]);
  expect(
    rows('data/projects.ndjson')
      .map((project) => project.environment)
      .sort(),
  ).toEqual(['production', 'sandbox']);
  for (const name of ['activity_log', 'quota_ledger', 'uploaded_files', 'imports', 'requests'])
    expect(rows(`data/${name}.ndjson`).length).toBeGreaterThan(0);
  expect(rows('data/sessions.ndjson').length).toBe(1);
  const history = rows('history/production.ndjson');
  expect(history.map((item) => item.leaf_index)).toEqual(history.map((_, n) => n));
  expect(JSON.stringify(history.filter(({ type }) => type === 'PinQueued').map(({ opened }) => opened))).toContain('Door 1');
  expect(rows('history/organization.ndjson').map(({ type }) => type)).toContain('AccountExportRequested');

  const uploads = [...files.keys()].filter((path) => path.startsWith('files/production/'));
  expect(uploads).toEqual([expect.stringMatching(/-door\.png$/), expect.stringMatching(/-👩‍👩‍👧 Tür_\.png$/u)]);
  for (const path of uploads) expect(files.get(path)).toEqual(png);
  const manifest = JSON.parse(text('manifest.json'));
  expect(manifest.missing_files).toEqual([]);
  for (const { path, sha256, bytes } of manifest.files) {
    const content = files.get(path) ?? Buffer.alloc(0);
    expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([path, bytes, sha256]);
  }
  expect(manifest.files.length).toBe(files.size - 1);

  const everything = [...files.values()].join('\n');
  for (const id of neighbour.ids) expect(everything).not.toContain(id);
  const hidden = [secret, key['x-api-key'] ?? '', password, session['authorization']?.slice(7) ?? '', '$argon2'];
  for (const each of hidden) expect([each === '', everything.includes(each)]).toEqual([false, false]);

  const activity = await call('GET', '/v1/activity-logs?category=security&limit=200', undefined, session);
  const actions = activity.body.items.map((item: { action: string }) => item.action);
  expect(actions).toEqual(expect.arrayContaining(['account_export.requested', 'account_export.ready', 'account_export.downloaded']));
  expect((await parts.streams.load(accountExportStream, owner.organizationId)).state.latest?.downloads).toBe(1);
  expect(projectId).not.toBe(neighbour.projectId);
});

test('the link works for nobody who changed it, goes on where it broke off, and ends with the archive', async () => {
  const { read, settled, download, fileOf, isStored } = steps;
  const { session, organizationId } = owner;
  const { download_url: link, size_bytes: size, export_id: exportId } = (await read(session)).body;
  const tail = await download(link, { range: `bytes=${size - 4}-` });
  expect([tail.status, (await tail.arrayBuffer()).byteLength]).toEqual([206, 4]);
  for (const range of ['bytes=1-', 'bytes=-99999999', 'bytes=00-', `bytes=${size}-`]) await download(link, { range });
  expect((await read(session)).body.download_count).toBe(5);
  const forged = [
    link.replace(organizationId, neighbour.organizationId),
    link.replace(exportId, neighbour.organizationId),
    link.replace(/expires=\d+/, 'expires=99999999999'),
    link.replace(/signature=.*/, 'signature=AAAA'),
    link.replace(/\?.*/, ''),
    `${link}&organization_id=${organizationId}`,
  ];
  for (const url of forged) expect([url, (await download(url)).status]).toEqual([url, 404]);

  const fileId = await fileOf(organizationId);
  expect(await isStored(fileId)).toBe(true);
  const later = { ...service.exporting, clock: () => new Date(Date.now() + 4 * 86_400_000) };
  await settled(session, 'expired', later);
  expect((await download(link)).status).toBe(404);
  expect(await isStored(fileId)).toBe(false);
});

test('keys may not ask; hundreds of asks make four archives a day', async () => {
  const { ask, read, settled } = steps;
  const { call } = service;
  const { session } = owner;
  const account = await register(call);
  const { headers: full } = await newKey(call, account.session);
  const { headers: narrow } = await newKey(call, account.session, { scopes: ['read'] });
  await call('POST', '/v1/projects/sandbox', undefined, account.session);
  const sandbox = (await call('GET', '/v1/projects', undefined, account.session)).body.projects.find(
    (project: { environment: string }) => project.environment === 'sandbox',
  );
  const switched = await call('POST', '/v1/projects/switch', { project_id: sandbox.id }, account.session);
  const { headers: test } = await newKey(call, bearer(switched.body.access_token));
  for (const headers of [full, narrow, test]) {
    expect((await ask(headers)).body.error.code).toBe('session_required');
    expect((await read(headers)).body.error.code).toBe('session_required');
  }
  expect((await ask({})).status).toBe(401);

  const asked = new Set<string>();
  const codes = new Map<number, number>();
  for (let n = 0; n < 10; n++) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask(session)));
    for (const { status, body } of answers) {
      codes.set(status, (codes.get(status) ?? 0) + 1);
      if (status === 202) asked.add(body.export_id);
    }
    if (n % 3 === 0 && asked.size < 4) await settled(session, 'ready');
  }
  expect([...codes.keys()].filter((status) => status !== 202 && status !== 429)).toEqual([]);
  // One was asked for before; a day that has begun since has four of its own.
  expect(asked.size).toBeLessThanOrEqual(new Date().getUTCDate() === startedOn ? 3 : 7);
});

test('a process that dies while it makes an archive leaves nothing, and the next one makes it', async () => {
  const { ask, read, download, fileOf, isStored } = steps;
  const { exporting } = service;
  const { session, organizationId } = neighbour;
  await ask(session);
  const dying = new AbortController();
  // It dies when it reads the first uploaded file.
  const storage = {
    open: async () => {
      dying.abort(new Error('killed'));
      return null;
    },
  };
  await runAccountExports({ ...exporting, storage }, dying);
  expect(await fileOf(organizationId)).toBe('');
  const living = new AbortController();
  const running = runAccountExports(exporting, living);
  const ready = await eventually('the archive is ready', async () => {
    const { body } = await read(session);
    return body.status === 'ready' ? body : undefined;
  });
  living.abort();
  await running;
  expect((await download(ready.download_url)).status).toBe(200);

  // Bytes that were stored by a process that died before it could record them.
  const fileId = await fileOf(organizationId);
  const inTable = () => service.parts.db('workspaces.account_export').where({ file_id: fileId });
  await eventually('the archive noted by the process', async () => (await inTable())[0]);
  await sweepArchives({ ...exporting, clock: () => new Date(Date.now() + 2 * 3_600_000) });
  expect(await isStored(fileId)).toBe(true);
  await inTable().delete();
  await sweepArchives({ ...exporting, archives: service.parts.archives, clock: () => new Date(Date.now() + 2 * 3_600_000) });
  expect(await isStored(fileId)).toBe(false);
});

test('a new password ends every archive that was asked for before, ready or not, and its link at once', async () => {
  const { ask, read, allJobs, noted, settle, settled, download, fileOf, isStored, recordedAfter } = steps;
  const { call, parts } = service;
  const account = await register(call);
  const ended = async () => (await parts.streams.load(accountExportStream, account.organizationId)).state.latest?.ended;
  await ask(account.session);
  const { download_url: link } = await settled(account.session, 'ready');
  const fileId = await fileOf(account.organizationId);
  expect((await download(link)).status).toBe(200);

  const change = { current_password: password, new_password: 'a better horse' };
  expect((await call('POST', '/v1/auth/change-password', change, account.session)).status).toBe(200);
  expect((await download(link)).status).toBe(404);
  expect((await read(account.session)).body).toMatchObject({ status: 'expired', download_url: null });
  const isDue = async () => (await dueExports(parts.db, [], 100)).some((job) => job.fileId === fileId);
  await eventually('the archive is looked at', async () => (await isDue()) || undefined);
  for (const job of await allJobs()) await settle(job);
  expect([await ended(), await isStored(fileId)]).toEqual(['sessions_ended', false]);

  // The session that changed it goes on, and may ask again.
  const wanted = await ask(account.session);
  expect(wanted.body.status).toBe('preparing');
  await resetPasswordByMail(service, account, 'a third horse');
  const session = bearer((await logIn(call, account.email, 'a third horse')).body.access_token);
  expect((await read(session)).body).toMatchObject({ export_id: wanted.body.export_id, status: 'expired' });
  await settle(await noted(wanted.body.export_id));
  expect(await ended()).toBe('sessions_ended');

  // The password is changed when the archive is written, before that is recorded.
  const last = await ask(session);
  const again = { current_password: 'a third horse', new_password: 'a fourth horse' };
  const meanwhile = recordedAfter(async () => {
    expect((await call('POST', '/v1/auth/change-password', again, session)).status).toBe(200);
  });
  await settle(await noted(last.body.export_id), meanwhile);
  expect((await read(session)).body).toMatchObject({ status: 'expired', download_url: null });
  const late = await fileOf(account.organizationId);
  for (const job of await allJobs()) await settle(job);
  expect([await ended(), await isStored(late)]).toEqual(['sessions_ended', false]);
});

test('a workspace that is forgotten meanwhile has no archive, neither the one that is ready nor the one that is made', async () => {
  const { ask, read, allJobs, noted, settle, settled, download, fileOf, isStored, recordedAfter } = steps;
  const { exporting, erasing } = service;
  const { db, streams } = service.parts;
  const doomed = await newFullWorkspace(service);
  await ask(doomed.session);
  const ready = await settled(doomed.session, 'ready');
  const fileId = await fileOf(doomed.organizationId);
  await ask(doomed.session);
  expect((await download(ready.download_url)).status).toBe(404);
  const { export_id: exportId } = (await read(doomed.session)).body;
  // It is forgotten when its archive is written, before that is recorded.
  const meanwhile = recordedAfter(async () => {
    await forgetWorkspace(streams, doomed.organizationId, { actor: { type: 'system' }, occurredAt: new Date().toISOString() });
    await eventually('everything is erased', async () => {
      await db('workspaces.forgetting').update({ next_try_at: db.fn.now() });
      await eraseDue(erasing, new AbortController().signal);
      return (await findForgetting(db, doomed.organizationId))?.completedAt ?? undefined;
    });
  });
  await settle(await noted(exportId), meanwhile);
  const { latest } = (await streams.load(accountExportStream, doomed.organizationId)).state;
  expect(latest).toMatchObject({ ended: 'forgotten', archive: null });
  expect([await isStored(fileId), await isStored(await fileOf(doomed.organizationId))]).toEqual([false, false]);
  // Those that were replaced are deleted, too.
  for (const job of await allJobs()) await settle(job);
  const stored: string[] = [];
  for await (const { assetId } of exporting.archives.list()) stored.push(assetId);
  expect(stored).toEqual([await fileOf(owner.organizationId)].filter(Boolean));
});
