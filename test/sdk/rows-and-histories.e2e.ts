import { createReadStream, openAsBlob, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importRows, PinPublishing, type Import, type ImportRow } from 'pin-publishing';
import { newId } from '@pps/kernel';
import { installation, type Installation } from '../campaigns/installation/installation';
import { eventually } from '../setup/eventually';
import { migratedDatabase } from '../setup/migrated-database';

const settings = { DEFAULT_PLAN: 'pro', SERVICE_PROCESSES: 'one', LOG_LEVEL: 'error', AUDIT_CHECKPOINT_EVERY: '2s' };

let running: Installation;
let baseUrl: string;
beforeAll(async () => {
  running = await installation({ ...settings, DATABASE_URL: await migratedDatabase() });
  await running.start();
  baseUrl = `http://127.0.0.1:${running.apiPort}`;
});
afterAll(async () => {
  await running.stop();
  await running.discard(false);
});

/** Somebody in a sandbox: by a session and by a key, with what a row needs. */
async function inSandbox() {
  const person = { email: `rows.${newId()}@example.test`, password: `horse ${newId()}`, full_name: 'Ada', workspace_name: 'Rows' };
  const { access_token } = await new PinPublishing({ baseUrl }).auth.register(person);
  const { projects } = await new PinPublishing({ baseUrl, accessToken: access_token }).projects.createSandbox();
  const switched = await new PinPublishing({ baseUrl, accessToken: access_token }).projects.switch({ project_id: projects[1]?.id ?? '' });
  const session = new PinPublishing({ baseUrl, accessToken: switched.access_token });
  const client = new PinPublishing({ baseUrl, apiKey: (await session.apiKeys.create({ name: 'rows' })).api_key });
  const [account] = await client.accounts.list();
  const [board] = await client.boards.list({ account_id: account?.id ?? '' });
  const row = { account_id: account?.id ?? '', board_id: board?.id ?? '', image_url: 'https://images.example.com/door.jpg' };
  return { session, client, row };
}

async function ended(client: PinPublishing, jobs: AsyncIterable<Import>): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  for await (const job of jobs) {
    const { status, created_rows, existing_rows, failed_rows } = await client.waitUntilSettled(job);
    outcomes.push([status, created_rows, existing_rows, failed_rows]);
  }
  return outcomes;
}

test('rows of an array, of a generator and of a file are imported once, and what failed of them is a file', async () => {
  const { client, row } = await inSandbox();
  const rows: readonly ImportRow[] = Array.from({ length: 5 }, (_, at) => ({ ...row, title: at === 1 ? '' : `Row ${at}` }));
  async function* later() {
    for (const each of rows) yield await Promise.resolve(each);
  }
  const inThree = [
    ['completed_with_errors', 2, 0, 1],
    ['completed', 2, 0, 0],
  ];
  expect(await ended(client, importRows(client, rows, { rowsPerImport: 3 }))).toEqual(inThree);
  expect(await ended(client, importRows(client, later(), { rowsPerImport: 3 }))).toEqual([
    ['completed_with_errors', 0, 2, 1],
    ['completed', 0, 2, 0],
  ]);
  expect(await ended(client, importRows(client, []))).toEqual([]);

  const file = join(running.dataDir, 'pins.csv');
  const header = Object.keys(row).join();
  writeFileSync(file, `${header},title\n${Object.values(row).join()},Door\n${Object.values(row).join()},\n`);
  const idempotencyKey = newId();
  const bySize = await client.imports.createFromCsv({ content: await openAsBlob(file), name: 'ä b.csv' }, { idempotencyKey });
  const byPieces = await client.imports.createFromCsv({ content: () => createReadStream(file), name: 'ä b.csv' }, { idempotencyKey });
  expect(byPieces.id).toBe(bySize.id);
  const job = await client.waitUntilSettled(bySize);
  expect(job).toMatchObject({ source_filename: 'ä b.csv', created_rows: 1, failed_rows: 1, status: 'completed_with_errors' });
  expect(await client.imports.getFailedRows(job.id)).toContain('title');
});

test('a history is verified by a key and by a session, and one that was changed or is of somebody else is not', async () => {
  const [{ client, session, row }, other] = [await inSandbox(), await inSandbox()];
  await client.pins.create({ ...row, title: 'Door' });
  const kept = await eventually('a checkpoint', async () => {
    const { items } = await client.audit.listCheckpoints({ limit: 1 });
    return items.length > 0 ? items : undefined;
  });
  const verdict = await client.audit.verify({ checkpoints: kept });
  expect(verdict).toMatchObject({ valid: true, covered: expect.any(Number), not_proved: expect.any(Array) });
  expect((await session.audit.verify({ scope: 'organization' })).valid).toBe(true);
  const [first] = kept;
  if (!first) throw new Error('nothing was kept');
  const [changed, foreign] = [{ ...first, root_hash: Buffer.alloc(32).toString('base64') }, (await other.client.apiKeys.list())[0]];
  expect(await client.audit.verify({ checkpoints: [changed] })).toMatchObject({ valid: false, fault: expect.any(String) });
  await expect(client.audit.verify({ workspaceId: foreign?.workspace_id ?? '' })).rejects.toThrow('the id of something else');
});
