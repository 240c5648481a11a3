import { signCheckpoints } from '@pps/audit';
import { newId } from '@pps/kernel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinctl } from '../operations/projections/pinctl';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { servedLog } from '../setup/running-service';
import { auditedHistory, type AuditedHistory } from './audited-history';
import { textOf, withFirst } from './audited-files';
import { madeWitness, ownKeyId, ownPublicKey } from './own-public-key';
import { runVerifiers, type VerifierOutcome } from './run-verifiers';

let service: PlatformService;
let history: AuditedHistory;
let folder: string;
/** Answers about the first pin, and about both checkpoints. */
let given: { readonly proof: string; readonly consistency: string; readonly fact: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofs-'));
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise', EVENTSTORE_URL: servedLog });
  history = await auditedHistory(service);
  const [newer, older] = JSON.parse(history.checkpoints).items;
  const fact = history.lines[history.pins[0] ?? 0] ?? '';
  given = {
    fact,
    proof: await history.get(`proof?event_id=${JSON.parse(fact).event_id}&size=${newer.size}`),
    consistency: await history.get(`consistency?first=${older.size}&second=${newer.size}`),
  };
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function fileOf(content: string | Buffer, name: string): string {
  const file = join(mkdtempSync(join(folder, 'file-')), name);
  writeFileSync(file, content);
  return file;
}

interface ProofFiles {
  readonly answer: string;
  readonly facts: string;
  readonly checkpoints: readonly string[];
  readonly id: string;
}

function verified(command: 'proof' | 'consistency', changed: Partial<ProofFiles>): Promise<VerifierOutcome> {
  const { answer, facts, checkpoints, id } = {
    ...{ answer: command === 'proof' ? given.proof : given.consistency, facts: given.fact },
    ...{ checkpoints: [history.checkpoints], id: history.id },
    ...changed,
  };
  const [file, keys] = [fileOf(answer, `${command}.json`), fileOf(history.keys, 'keys.json')];
  const known = checkpoints.map((each) => fileOf(each, 'checkpoints.json'));
  return runVerifiers([command, file, ...(command === 'proof' ? [fileOf(facts, 'facts')] : []), ...known, keys, id]);
}

const changed = (answer: string, change: object): string => JSON.stringify({ ...JSON.parse(answer), ...change });
const otherHash = 'b'.repeat(64);
const steps = (answer: string, name: string): string[] => JSON.parse(answer)[name];

test('a fact is proved with the answer of the API, whether it is in an export, a line of it or a page', async () => {
  const page = await history.get('events?limit=200');
  for (const facts of [given.fact, textOf(history.lines), page]) {
    const { code, verdict } = await verified('proof', { facts });
    expect([code, verdict?.['leaf'], verdict?.['size']]).toEqual([0, history.pins[0], history.lines.length]);
    expect(verdict?.['not_proved']).toContain('any other fact');
  }
});

test.each<[string, (history: AuditedHistory) => Partial<ProofFiles>, number, RegExp]>([
  ['a changed fact', () => ({ facts: given.fact.replace('"boardId":"', '"boardId":"1') }), 1, /the fact was changed/],
  ['a changed word', () => ({ facts: given.fact.replace('Door 0', 'Window') }), 1, /a word or a key was changed/],
  ['another root', () => ({ answer: changed(given.proof, { root_hash: otherHash }) }), 1, /not the one that was signed/],
  ['another leaf', () => ({ answer: changed(given.proof, { leaf_hash: otherHash }) }), 1, /leaf_hash of the proof is not that of the fact/],
  [
    'another step',
    () => ({ answer: changed(given.proof, { audit_path: [otherHash, ...steps(given.proof, 'audit_path').slice(1)] }) }),
    1,
    /audit_path does not lead/,
  ],
  [
    'a step less',
    () => ({ answer: changed(given.proof, { audit_path: steps(given.proof, 'audit_path').slice(1) }) }),
    1,
    /audit_path does not lead/,
  ],
  [
    'a step more',
    () => ({ answer: changed(given.proof, { audit_path: [...steps(given.proof, 'audit_path'), otherHash] }) }),
    1,
    /audit_path does not lead/,
  ],
  [
    'another signature',
    ({ checkpoints }) => ({ checkpoints: [withFirst(checkpoints, { signature: 'AAAA' })] }),
    1,
    /not signed by a known key/,
  ],
  ['a size that was not signed', () => ({ answer: changed(given.proof, { size: 999 }) }), 2, /proof\.json: no checkpoint is of size 999/],
  ['another fact', ({ lines }) => ({ facts: lines[0] ?? '' }), 2, /proof\.json: the fact of leaf \d+ is not in FACTS/],
  ['another answer', () => ({ answer: given.consistency }), 2, /not an answer of \/v1\/audit\/proof/],
  ['an answer cut off', () => ({ answer: given.proof.slice(0, -5) }), 2, /proof\.json: it is not JSON/],
  ['an error', () => ({ answer: '{"detail":"Event not found"}' }), 2, /not an answer of \/v1\/audit\/proof/],
  ['no fact', () => ({ facts: '{}' }), 2, /facts: line 1 has no fact/],
  ['an id of something else', () => ({ id: newId() }), 2, /is of WORKSPACE_ID/],
])('a proof with %s is refused', async (_, change, code, says) => {
  const outcome = await verified('proof', change(history));
  expect([outcome.code, outcome.verdict?.['fault'] ?? outcome.complaint]).toEqual([code, expect.stringMatching(says)]);
});

test('a history is proved to have grown only, from a checkpoint that was kept to the newest', async () => {
  const [newer, older] = JSON.parse(history.checkpoints).items;
  const apart = [older, newer].map((checkpoint) => JSON.stringify({ items: [checkpoint] }));
  for (const checkpoints of [[history.checkpoints], apart]) {
    const { code, verdict } = await verified('consistency', { checkpoints });
    expect([code, verdict?.['first'], verdict?.['second']]).toEqual([0, older.size, newer.size]);
    expect(verdict?.['not_proved']).toContain('what the facts say: that takes an export');
  }
  const same = await history.get(`consistency?first=${newer.size}&second=${newer.size}`);
  expect(await verified('consistency', { answer: same })).toMatchObject({ code: 0 });
});

test.each<[string, (history: AuditedHistory) => Partial<ProofFiles>, number, RegExp]>([
  ['another root', () => ({ answer: changed(given.consistency, { first_root: otherHash }) }), 1, /not the one that was signed/],
  ['another newer root', () => ({ answer: changed(given.consistency, { second_root: otherHash }) }), 1, /not the one that was signed/],
  [
    'another step',
    () => ({ answer: changed(given.consistency, { proof: [otherHash, ...steps(given.consistency, 'proof').slice(1)] }) }),
    1,
    /does not show/,
  ],
  ['no step', () => ({ answer: changed(given.consistency, { proof: [] }) }), 1, /does not show/],
  [
    'another signature',
    ({ checkpoints }) => ({ checkpoints: [withFirst(checkpoints, { signature: 'AAAA' })] }),
    1,
    /not signed by a known key/,
  ],
  ['sizes swapped', () => ({ answer: changed(given.consistency, { first: 99, second: 1 }) }), 2, /its sizes/],
  ['a size that was not signed', () => ({ answer: changed(given.consistency, { second: 999 }) }), 2, /no checkpoint is of size 999/],
  ['another answer', () => ({ answer: given.proof }), 2, /not an answer of \/v1\/audit\/consistency/],
  ['an id of something else', () => ({ id: newId() }), 2, /no checkpoint is signed for WORKSPACE_ID/],
])('a proof of growth with %s is refused', async (_, change, code, says) => {
  const outcome = await verified('consistency', change(history));
  expect([outcome.code, outcome.verdict?.['fault'] ?? outcome.complaint]).toEqual([code, expect.stringMatching(says)]);
});

const witnessed = (texts: readonly string[], keys = history.keys) =>
  runVerifiers(['witness', fileOf(keys, 'keys.json'), ...texts.map((text) => fileOf(text, 'witness.txt'))]);

test('what pinctl audit witness printed is proved, also out of order and from a mail, and each change of it is found', async () => {
  const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = service.parts.configuration;
  const print = async () => `${(await pinctl({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR }, 'audit', 'witness')).stdout}\n`;
  const earlier = await print();
  await auditedHistory(service);
  await signCheckpoints(service.parts);
  const later = await print();
  const number = Number(later.split('\n')[1]);
  expect(await witnessed([earlier])).toMatchObject({ code: 0, verdict: { valid: true, witnesses: 1 } });
  const both = await witnessed([later.replaceAll('\n', '\r\n'), earlier]);
  expect(both).toMatchObject({ code: 0, verdict: { number, witnesses: 2 } });
  expect(both.verdict?.['not_proved']).toContain('which histories root_hash stands for: that takes the newest checkpoint of each');
  const [, , trees = '', root = ''] = later.split('\n');
  const edits = [
    later.replace(`\n${number}\n`, `\n${number + 1}\n`),
    later.replace(`\n${trees}\n`, `\n${trees}0\n`),
    later.replace(root, otherHash),
    later.replace(/signature ..../, 'signature AAAA'),
    later.replace(/key .{16}/, `key ${ownKeyId}`),
  ];
  for (const edit of edits)
    expect(await witnessed([edit])).toMatchObject({ code: 1, verdict: { fault: 'it is not signed by a known key' } });
  const otherKey = later.replace(/(key .{16}) \S+/, `$1 ${ownPublicKey}`);
  expect(await witnessed([otherKey])).toMatchObject({ code: 1, verdict: { fault: expect.stringMatching(/the key that it shows/) } });
});

test('of several witnesses the later names the earlier, and what is between is told as not given', async () => {
  const keys = JSON.stringify({ items: [{ key_id: ownKeyId, public_key: ownPublicKey }] });
  const first = madeWitness(1, '-');
  const second = madeWitness(2, first.hash);
  const fourth = madeWitness(4, otherHash);
  const { verdict } = await witnessed([fourth.text, first.text, second.text], keys);
  expect(verdict?.['not_proved']).toContain('that number 4 follows number 2: those between are not given');
  const faultOf = async (...texts: string[]) => (await witnessed(texts, keys)).verdict?.['fault'];
  expect(await faultOf(first.text, madeWitness(2, otherHash).text)).toBe('the one before it is not the one that it names');
  expect(await faultOf(second.text, madeWitness(2, otherHash).text)).toBe('another one was signed with the same number');
});

test.each<[string, () => string | Buffer]>([
  ['an export', () => textOf(history.lines)],
  ['a witness cut off', () => madeWitness(1, '-').text.slice(0, 60)],
  ['nothing', () => ''],
  ['UTF-16', () => Buffer.from(`\ufeff${madeWitness(1, '-').text}`, 'utf16le')],
])('%s is no witness', async (_, text) => {
  const args = ['witness', fileOf(history.keys, 'keys.json'), fileOf(text(), 'witness.txt')];
  expect(await runVerifiers(args)).toMatchObject({ code: 2, complaint: expect.stringMatching(/witness\.txt: it is/) });
});
