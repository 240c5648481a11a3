import { canonicalFact, signCheckpoints } from '@pps/audit';
import { newId } from '@pps/kernel';
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConsistent, rootOfInclusion } from '@pps/audit/testing';
import { newKey, register } from '../setup/account';
import { eventually } from '../setup/eventually';
import { newPersona } from '../setup/persona';
import { pinctl } from '../operations/projections/pinctl';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { servedLog } from '../setup/running-service';

let service: PlatformService;
let persona: Awaited<ReturnType<typeof newPersona>>;
let me: { readonly projectId: string; readonly organizationId: string };
const get = (path: string, headers = persona.key) => service.call('GET', `/v1/audit/${path}`, undefined, headers);

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise', EVENTSTORE_URL: servedLog });
  persona = await newPersona(service.call, `auditor-${newId()}`);
  const { body } = await service.call('GET', '/v1/auth/me', undefined, persona.session);
  me = { projectId: body.active_project.id, organizationId: body.organization.id };
  await Promise.all(Array.from({ length: 4 }, (_, n) => createPin(`Door ${n} 🚪`)));
});
afterAll(() => service.stop());

async function createPin(title: string): Promise<string> {
  const { accountId: account_id, boardId: board_id } = persona;
  const pin = { account_id, board_id, title, image_url: 'https://images.example.com/door.jpg' };
  const { status, body } = await service.call('POST', '/v1/pins', pin, persona.key);
  expect(status).toBe(201);
  return body.id;
}

interface Item {
  readonly event_id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: never;
  readonly metadata: never;
  readonly leaf_index: number;
  readonly leaf_hash: string;
}

async function historyOf(scope: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = '0'; cursor !== null;) {
    const { status, body } = await get(`events?scope=${scope}&limit=${limit}&cursor=${cursor}`);
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.next_cursor;
  }
  return items;
}

const leafOf = ({ event_id: id, ...item }: Item) =>
  createHash('sha256')
    .update(Buffer.of(0))
    .update(canonicalFact({ id, ...item }))
    .digest('hex');

async function streamed(path: string): Promise<string[]> {
  const response = await fetch(`${service.url}/v1/audit/${path}`, { headers: { ...persona.key } });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  return (await response.text()).split('\n').slice(0, -1);
}

test('the key that signs is published from the first start, before anything is signed', async () => {
  expect((await get('checkpoints')).body.items).toEqual([]);
  expect((await get('keys')).body.items).toEqual([expect.objectContaining({ algorithm: 'Ed25519', retired_at: null })]);
});

test('an auditor computes every leaf from the item alone, in pages of any size and in the export, which goes on anywhere', async () => {
  const pinId = await createPin('Newest');
  const items = await historyOf('project', 3);
  expect(items.map(({ leaf_index }) => leaf_index)).toEqual(items.map((_, index) => index));
  expect(items.map(leafOf)).toEqual(items.map(({ leaf_hash }) => leaf_hash));
  expect(items.filter(({ stream }) => stream === `pin-${pinId}`)).toMatchObject([
    { type: 'PinQueued', revision: 0, metadata: { projectId: me.projectId }, actor: { type: 'api_key' } },
  ]);
  const organization = await historyOf('organization', 200);
  expect(organization.map(leafOf)).toEqual(organization.map(({ leaf_hash }) => leaf_hash));
  expect(organization.map(({ type }) => type)).toEqual(expect.arrayContaining(['UserRegistered', 'OrganizationRegistered']));
  expect(items.filter(({ stream }) => /^(user|session|organization|billing)-/.test(stream))).toEqual([]);
  expect(organization.filter(({ stream }) => stream.startsWith('pin-'))).toEqual([]);
  const lines = await streamed('export');
  expect(lines.slice(0, items.length).map((line) => JSON.parse(line) as Item)).toEqual(items);
  expect(await streamed(`export?cursor=${items.length - 1}`)).toEqual(lines.slice(items.length - 1));
  expect(await streamed('export?cursor=1000000')).toEqual([]);
});

test('checkpoints are signed with a published key, and prove each fact and that the history only grew', async () => {
  const { parts } = service;
  await signCheckpoints(parts);
  const eventId = await createPin('After the first').then(async () => (await historyOf('project', 200)).at(-1)?.event_id);
  await signCheckpoints(parts);
  const [checkpoints, keys] = [(await get('checkpoints')).body.items, (await get('keys')).body.items];
  expect(checkpoints.length).toBeGreaterThanOrEqual(2);
  for (const { size, root_hash, key_id, signature } of checkpoints) {
    const { public_key } = keys.find((key: { key_id: string }) => key.key_id === key_id);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(public_key, 'base64').toString('base64url') };
    const text = Buffer.from(`${me.projectId}\n${size}\n${root_hash}\n`);
    expect(verify(null, text, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64'))).toBe(true);
  }
  const [newer, older] = checkpoints;
  const { body: proof } = await get(`proof?event_id=${eventId}&size=${newer.size}`);
  const path = proof.audit_path.map(bytes);
  expect(rootOfInclusion(bytes(proof.leaf_hash), proof.leaf_index, newer.size, path)).toEqual(bytes(newer.root_hash));
  const { body: grown } = await get(`consistency?first=${older.size}&second=${newer.size}`);
  expect([grown.first_root, grown.second_root]).toEqual([older.root_hash, newer.root_hash]);
  const roots = { first: older.size, firstRoot: bytes(older.root_hash), second: newer.size, secondRoot: bytes(newer.root_hash) };
  expect(isConsistent(roots, grown.proof.map(bytes))).toBe(true);
  expect((await get('checkpoints?limit=1')).body).toEqual({ items: [newer], next_cursor: String(newer.size) });
  expect((await get(`checkpoints?limit=1&cursor=${newer.size}`)).body.items).toEqual([older]);
});

const bytes = (hash: string): Buffer => Buffer.from(hash, 'hex');

test('what is not there is 404, what is out of range 422, and neither shows what others have', async () => {
  const items = await historyOf('project', 200);
  const [first] = items;
  const stranger = await register(service.call);
  const status = async (path: string, headers = persona.key) => (await get(path, headers)).status;
  expect(await status(`proof?event_id=${first?.event_id}`, stranger.session)).toBe(404);
  expect(await status(`proof?event_id=${first?.event_id}&scope=organization`)).toBe(404);
  expect(await status(`proof?event_id=${newId()}`)).toBe(404);
  expect(await status(`proof?event_id=${first?.event_id?.toUpperCase()}`)).toBe(200);
  const refused = [
    ...['proof', 'proof?event_id=x', `proof?event_id=${first?.event_id}&size=0`, `proof?event_id=${first?.event_id}&size=99999999`],
    ...[`proof?event_id=${items.at(-1)?.event_id}&size=1`, 'consistency', 'consistency?first=2&second=1', 'consistency?first=0&second=1'],
    ...[
      'consistency?first=1&second=9e99',
      'events?cursor=-1',
      'events?cursor=x',
      'events?limit=201',
      'events?scope=all',
      'export?cursor=1.5',
    ],
    ...['checkpoints?cursor=0', 'events?cursor=9007199254740993'],
  ];
  for (const path of refused) expect([path, await status(path)]).toEqual([path, 422]);
});

test('a read-only key reads it, and a key that is limited to accounts does not', async () => {
  const { call } = service;
  const reader = await newKey(call, persona.session, { scopes: ['read'] });
  const writer = await newKey(call, persona.session, { scopes: ['write'] });
  const limited = await newKey(call, persona.session, { platform_account_ids: [persona.accountId] });
  expect((await get('events', reader.headers)).status).toBe(200);
  expect((await get('events', writer.headers)).body.error).toMatchObject({ code: 'insufficient_scope' });
  for (const path of ['events', 'export', 'checkpoints', 'keys', `proof?event_id=${newId()}`, 'consistency?first=1&second=1']) {
    expect([path, (await get(path, limited.headers)).body.error?.code]).toEqual([path, 'account_not_permitted']);
  }
});

test('an export that nobody reads on holds its place and no more, and gives it back when the client goes', async () => {
  const begin = () => {
    const leaving = new AbortController();
    const asked = fetch(`${service.url}/v1/audit/export`, { headers: { ...persona.key }, signal: leaving.signal });
    return { leaving, asked };
  };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => begin()).map(async ({ asked }) => (await asked).text().then(() => asked)),
  );
  const statuses = (await Promise.all(answers.map(async (asked) => (await asked).status))).sort();
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  await eventually('a free place', async () => {
    const { asked, leaving } = begin();
    const { status } = await asked;
    leaving.abort();
    return status === 200 ? true : undefined;
  });
});

describe('pinctl audit', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'history-'));
    await createPin('Ready to be replayed');
    await get('events');
    await signCheckpoints(service.parts);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...args: string[]) => {
    const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = service.parts.configuration;
    return pinctl({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR }, 'audit', ...args);
  };

  test('exports a history that both verifiers find valid, and that gives the live read models row by row', async () => {
    const exported = await run('export', me.projectId, folder);
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ facts are in /) });
    const leaves = Number(/^\d+/.exec(exported.stdout)?.[0]);
    const verified = await run('verify', me.projectId, folder);
    expect(JSON.parse(verified.stdout)).toMatchObject({ valid: true, leaves, covered: leaves });
    const files = ['export.ndjson', 'checkpoints.json', 'keys.json'].map((name) => join(folder, name));
    const python = spawnSync('python3', ['docs/verify-history.py', ...files, me.projectId], { encoding: 'utf8' });
    expect(python.stdout).toBe(`${verified.stdout}\n`);
    const replayed = await run('replay', me.projectId, folder, '--compare');
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('the read models are equal') });
    expect(replayed.stdout).toMatch(/pins [1-9]/);
    expect(replayed.stdout).toContain('not compared: sessions (they are in the history of the organization');
  });

  test('names the row that the history does not give, and the fact that was changed', async () => {
    const file = join(folder, 'export.ndjson');
    const lines = readFileSync(file, 'utf8').split('\n');
    const leaf = lines.findIndex((line) => line.includes('Door 2'));
    const onOtherBoard = (line: string, index: number) => (index === leaf ? line.replace(/"boardId":"[^"]*/, '"boardId":"999') : line);
    writeFileSync(file, lines.map(onOtherBoard).join('\n'));
    const found = await run('replay', me.projectId, folder, '--compare');
    expect(found).toMatchObject({ code: 1, stderr: 'the read models are not what the history says' });
    expect(found.stdout).toContain(`pins ${(JSON.parse(lines[leaf] ?? '') as Item).stream.slice('pin-'.length)}\n  live     `);
    const refused = await run('verify', me.projectId, folder);
    expect(JSON.parse(refused.stdout)).toMatchObject({ valid: false, leaf, fault: expect.stringContaining('leaf_hash') });
    expect(refused).toMatchObject({ code: 1, stderr: 'the history is not what was signed' });
    const unreadable = await run('verify', newId(), folder);
    expect(unreadable).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^\S+export.ndjson: neither .* WORKSPACE_ID[^\n]*$/) });
    expect((await run('export', newId(), folder)).code).toBe(1);
  });

  test('prints what binds all histories, and changes the key that signs', async () => {
    const [before] = (await get('keys')).body.items;
    expect((await run('witness')).stdout).toMatch(
      /^operator\n\d+\n\d+\n[0-9a-f]{64}\n([0-9a-f]{64}|-)\nsigned at .*\nkey [0-9a-f]{16} .*\nsignature /,
    );
    expect(await run('rotate-key')).toMatchObject({ code: 0 });
    await createPin('Signed by another key');
    await get('events');
    await signCheckpoints(service.parts);
    const [now, former] = (await get('keys')).body.items;
    expect(former).toEqual({ ...before, retired_at: expect.any(String) });
    expect((await get('checkpoints?limit=1')).body.items).toMatchObject([{ key_id: now.key_id }]);
  });
});
