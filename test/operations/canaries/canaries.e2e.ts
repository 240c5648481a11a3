import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPartUrls, type PartUrls } from '../../../apps/standalone/part-urls';
import { openDatabase } from '@pps/read-store';
import { pinctl } from '../projections/pinctl';
import { register } from '../../setup/account';
import { eventually } from '../../setup/eventually';
import { startWholeService, type WholeService } from '../../story/whole-service';
import { readOperatorOutput, readApiOutput } from './output';
import { misplace, type Refused } from './misplace';
import { dumpFacts, dumpFiles, captureNatsTraffic, dumpTables, type NatsTraffic } from './dumps';
import { readArchiveTexts } from './archive-texts';
import { planted, type Kind } from './planted';
import { writeTexts } from './write-texts';
import { useAccount, useGoogle, useWebhooks, type Owner } from './use-account';
import { useProgram } from './use-program';

const canaries = planted();
let service: WholeService;
let connections: PartUrls;
let traffic: NatsTraffic;
let owner: Owner;
const refusals: Refused[] = [];

beforeAll(async () => {
  service = await startWholeService({
    SERVICE_PROCESSES: 'four',
    LOG_LEVEL: 'debug',
    LOGIN_FAILURES_PER_ADDRESS: '1000000',
    DEFAULT_PLAN: 'enterprise',
  });
  const known = readPartUrls(service.settings['DATA_DIR'] ?? '');
  const { DATABASE_URL = '', EVENTSTORE_URL = '', NATS_URL = '' } = known ?? {};
  connections = { DATABASE_URL, EVENTSTORE_URL, NATS_URL };
  traffic = await captureNatsTraffic(NATS_URL);
  for (const [name, text] of dumpFiles(`${service.settings['DATA_DIR']}/keys`)) canaries.plant('secret', name, text.trim());
  canaries.plant('secret', 'password of the database', new URL(DATABASE_URL).password);
  owner = await useAccount(service, canaries);
  await useGoogle(service, canaries);
  await useProgram(service, canaries);
  await useWebhooks(service, canaries, owner);
  await writeTexts(service, canaries, owner);
  for (const secret of canaries.secrets()) refusals.push(...(await misplace(service, owner.session, secret)));
  await eventually('a published pin', async () => {
    const { body } = await service.call('GET', '/v1/pins?status=published', undefined, owner.session);
    // One of them of the import.
    return body.length === 3 ? true : undefined;
  });
});

afterAll(async () => {
  await traffic.stop();
  await service.stop();
});

/** Platform tokens, which the service got over the back channel. */
const platformToken = /pin[ar]_[\w-]{16,}/;

function expectNothingIn(texts: ReadonlyMap<string, string>, kinds?: readonly Kind[]): void {
  for (const [source, text] of texts) {
    expect([source, canaries.foundIn(text, kinds), platformToken.test(text)]).toEqual([source, [], false]);
  }
}

test('there is enough to look for', () => {
  expect(canaries.count()).toBeGreaterThanOrEqual(76);
});

test('no secret, nothing personal and nothing that somebody wrote is in a fact', async () => {
  const all = await dumpFacts(connections.EVENTSTORE_URL);
  expect(all.length).toBeGreaterThan(30);
  expectNothingIn(new Map([['facts', all.join('\n')]]));
});

// Read models and their views show texts to their owner; bodies of imports and titles of unfinished pins are dropped in time.
const mayHoldTexts = /^((read|projection|analytics)\.|imports\."row"$|webhooks\.outbox_pin$)/;

test('nor in a table or view of any schema, but for what was written, which read models show', async () => {
  const texts = await dumpTables(connections.DATABASE_URL);
  expect([...texts.keys()].filter((source) => source.startsWith('analytics.')).length).toBeGreaterThan(5);
  expectNothingIn(texts, ['secret', 'personal']);
  const sealedOnly = [...texts].filter(([source]) => !mayHoldTexts.test(source));
  const schemas = new Set(sealedOnly.map(([source]) => source.split('.')[0]));
  expect([...schemas]).toEqual(expect.arrayContaining(['event_store', 'read_store', 'vault', 'webhooks']));
  expectNothingIn(new Map(sealedOnly));
});

test('nor in what goes over NATS, or in a file', () => {
  expect(traffic.messages().some((message) => message.startsWith('work.publish'))).toBe(true);
  expectNothingIn(new Map([['NATS', traffic.messages().join('\n')]]));
  const found = dumpFiles(service.settings['DATA_DIR'] ?? '');
  expect([...found.keys()].some((name) => name.startsWith('nats/'))).toBe(true);
  expectNothingIn(found);
});

test('nor in a log line', () => {
  const lines = service.output();
  expect(lines.filter((line) => line.includes('/v1/auth/reset-password')).length).toBeGreaterThan(10);
  expectNothingIn(new Map([['log', lines.join('\n')]]));
});

test('nor in the body of an error, wherever it was sent to', () => {
  expect(refusals.length).toBeGreaterThan(20 * canaries.secrets().length);
  for (const { source, text } of refusals) expect([source, canaries.foundIn(text)]).toEqual([source, []]);
});

test('nor in what operators or strangers are shown; and the owner is shown no secret', async () => {
  expectNothingIn(await readOperatorOutput(service));
  const stranger = await register(service.call);
  expectNothingIn(await readApiOutput(service, stranger.session));
  expectNothingIn(await readApiOutput(service, {}));
  for (const [source, text] of await readApiOutput(service, owner.session)) {
    expect([source, canaries.foundIn(text, ['secret'])]).toEqual([source, []]);
  }
});

test('nor in the archive of the account of somebody else; the owner’s own holds all that was written, and no secret', async () => {
  const stranger = await register(service.call);
  expectNothingIn(await readArchiveTexts(service, stranger.session));
  const own = await readArchiveTexts(service, owner.session);
  expectNothingIn(own, ['secret']);
  const all = Buffer.from([...own.values()].join('\n'), 'latin1').toString();
  const written = canaries.names('written');
  expect(written.filter((name) => !canaries.foundIn(all, ['written']).includes(name))).toEqual([]);
});

test('once everybody is forgotten, nowhere at all', async () => {
  const facts = (await dumpFacts(connections.EVENTSTORE_URL)).map((fact) => JSON.parse(fact));
  const ids = facts.filter(({ type }) => type === 'OrganizationRegistered').map(({ data }) => data.organizationId as string);
  expect(ids.length).toBeGreaterThan(2);
  for (const id of ids) await pinctl(service.settings, 'forget', 'workspace', id);
  await eventually('all are erased', async () => (await pinctl(service.settings, 'forget', 'status')).code === 0 || undefined, 120_000);
  expectNothingIn(new Map([['facts', (await dumpFacts(connections.EVENTSTORE_URL)).join('\n')]]));
  expectNothingIn(await dumpTables(connections.DATABASE_URL));
  const files = dumpFiles(service.settings['DATA_DIR'] ?? '');
  expect([...files.keys()].filter((name) => /^(assets|exports)\//.test(name))).toEqual([]);
  expectNothingIn(files);
  expectNothingIn(new Map([['NATS', traffic.messages().join('\n')]]));
  expectNothingIn(await readOperatorOutput(service));
  const db = openDatabase(connections.DATABASE_URL, 1);
  try {
    const subjects = (await db('vault.subject_key').select('subject')) as { subject: string }[];
    // The service signs histories with a key of its own, which it makes within a minute of the first fact.
    expect(subjects.map(({ subject }) => subject).filter((subject) => subject !== 'audit:signing')).toEqual([]);
  } finally {
    await db.destroy();
  }
}, 600_000);

test('what is left of a history is valid, and its replay gives the read models that are left', async () => {
  const facts = (await dumpFacts(connections.EVENTSTORE_URL)).map((fact) => JSON.parse(fact));
  const idOf = (type: string, field: string) => facts.find((fact) => fact.type === type)?.data[field];
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  try {
    for (const id of [idOf('OrganizationRegistered', 'organizationId'), idOf('ProjectCreated', 'projectId')]) {
      const audit = (command: string, ...more: string[]) => pinctl(service.settings, 'audit', command, id, join(folder, id), ...more);
      expect(await audit('export')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[1-9]/) });
      expect(JSON.parse((await audit('verify')).stdout)).toMatchObject({ valid: true });
      expect(await audit('replay', '--compare')).toMatchObject({ code: 0, stdout: expect.stringContaining('the read models are equal') });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
