import { videoFile } from '@pps/assets/testing';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { installation, type Installation } from '../campaigns/installation/installation';
import { bundledPps, type Pps } from '../cli/bundled-pps';
import { findPython } from '../python-sdk/find-python';
import { sdkFolder } from '../python-sdk/run-python';
import { migratedDatabase } from '../setup/migrated-database';
import { png } from '../assets/uploader';
import { fencedPrograms, inlineCode } from './fenced-programs';
import { runExample, type ProgramRun } from './run-example';
import { checkTypes, runTypescript } from './run-typescript';

const settings = {
  DEFAULT_PLAN: 'pro',
  SERVICE_PROCESSES: 'one',
  LOG_LEVEL: 'error',
  WEBHOOK_TARGETS: 'any',
  AUDIT_CHECKPOINT_EVERY: '1s',
};

let [running, pps] = [undefined as unknown as Installation, undefined as unknown as Pps];
/** The folder of the programs, and what the quick start has made for them. */
let [folder, baseUrl, python, curl] = ['', '', '', undefined as unknown as ProgramRun];
let environment: Readonly<Record<string, string>>;
const page = fencedPrograms(readFileSync('docs/quick-start.md', 'utf8'));

beforeAll(async () => {
  [running, pps] = [await installation({ ...settings, DATABASE_URL: await migratedDatabase() }), bundledPps()];
  [folder, python] = [pps.home, await findPython()];
  await running.start();
  baseUrl = `http://127.0.0.1:${running.apiPort}`;
  writeFileSync(join(folder, 'pps'), `#!/bin/sh\nexec "${process.execPath}" "${pps.main}" "$@"\n`);
  chmodSync(join(folder, 'pps'), 0o755);
  const key = (page['sh'] ?? '').replace('http://127.0.0.1:3000', baseUrl);
  curl = await runShell(`${key}\n${page['sh curl']}\necho $PPS_API_KEY $account $board`, {});
  const [apiKey = '', ACCOUNT = '', BOARD = ''] = curl.out.trim().split('\n').pop()?.split(' ') ?? [];
  environment = { PPS_BASE_URL: baseUrl, PPS_API_KEY: apiKey, ACCOUNT, BOARD, PYTHONPATH: sdkFolder, PYTHONDONTWRITEBYTECODE: '1' };
});
afterAll(async () => {
  await running.stop();
  await running.discard(false);
  pps.remove();
});

const runShell = (text: string, given: Readonly<Record<string, string>>): Promise<ProgramRun> =>
  runExample('bash', ['-ec', text], folder, { ...given, PATH: `${folder}:${process.env['PATH']}` });

test('the quick start says the same by curl, TypeScript, Python and the command line, with one pin', async () => {
  const programs = { 'ts TypeScript': 'quick-start.ts', 'python Python': 'quick_start.py' };
  for (const [info, file] of Object.entries(programs)) writeFileSync(join(folder, file), page[info] ?? '');
  checkTypes(folder, ['quick-start.ts']);
  const [byTypescript, byPython, byPps] = await Promise.all([
    runTypescript(folder, 'quick-start.ts', environment),
    runExample(python, ['quick_start.py'], folder, environment),
    runShell(page['sh Command line'] ?? '', environment),
  ]);
  const said = page[''] ?? '';
  for (const { code, out, err } of [{ ...curl, out: curl.out.replace(/.*\n$/, '') }, byTypescript, byPython, byPps])
    expect([code, out.replace(/\/pin\/\d+/, '/pin/813744226420000002'), code === 0 ? '' : err]).toEqual([0, said, '']);
  const pins = (await (await fetch(`${baseUrl}/v1/pins`, { headers: { 'x-api-key': environment['PPS_API_KEY'] ?? '' } })).json()) as [];
  expect(pins).toHaveLength(1);
});

const rowOf = () =>
  `account_id,board_id,title,image_url\n${environment['ACCOUNT']},${environment['BOARD']},Door,https://images.example.com/door.jpg\n`;
const secret = `whsec_${'QUJD'.repeat(8)}`;

/** A message as a receiver is sent it. */
function signedMessage(): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const { data, ...rest } = { id: 'evt_1', type: 'webhook.test', sequence: 0, data: { message: 'This is a test.' } };
  const body = JSON.stringify({ ...rest, created_at: new Date().toISOString(), workspace_id: 'w', data });
  const [id, at] = ['evt_1', new Date()];
  const signature = new Webhook(secret).sign(id, at, body);
  return {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)), 'webhook-signature': signature },
  };
}

test('what stands in the page of the TypeScript package compiles and runs', async () => {
  const { ts = '' } = fencedPrograms(readFileSync('packages/typescript/README.md', 'utf8'));
  const before = `
import type { ImportRow } from 'pin-publishing';
const { ACCOUNT: account_id = '', BOARD: board_id = '', MESSAGE = '', SECRET: newSecret = '' } = process.env;
const [order, oldSecret, kept] = [17, newSecret, [] as never[]];
const draft = { account_id, board_id, title: 'Order', image_url: 'https://images.example.com/order.jpg' };
const rows: ImportRow[] = [{ ...draft, title: 'Row' }];
const { body: text, headers: signed } = JSON.parse(MESSAGE) as { body: string; headers: Record<string, string> };
const request = new Request('http://receiver.test', { method: 'POST', body: text, headers: signed });
`;
  writeFileSync(join(folder, 'readme.ts'), `${before}\n${ts.replace('https://pins.example.com', baseUrl)}`);
  for (const [name, bytes] of [
    ['door.mp4', videoFile()],
    ['pins.csv', rowOf()],
  ] as const)
    writeFileSync(join(folder, name), bytes);
  checkTypes(folder, ['readme.ts']);
  const run = await runTypescript(folder, 'readme.ts', { ...environment, MESSAGE: JSON.stringify(signedMessage()), SECRET: secret });
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toMatch(/^published https:\/\/\S+\n/);
});

test('what stands in the page of the Python package runs, the lines of its table too', async () => {
  const markdown = readFileSync('packages/python/README.md', 'utf8');
  const lines = inlineCode(markdown).filter(
    (code) => /^(client\.\w+[.(]|for |answered = |event = )/.test(code) && !code.startsWith('client.headroom'),
  );
  expect(lines.length).toBeGreaterThan(12);
  const program = `
import os, json, traceback
from pathlib import Path
from pin_publishing import CallOptions, PinPublishing, verify_webhook
${fencedPrograms(markdown)['python']}
client = PinPublishing()
draft = dict(account_id=account.id, board_id=board.id, title="Later [defer:600]", image_url="https://images.example.com/later.jpg")
pin, moment = client.pins.create(**draft), None
asset = client.assets.upload_image(Path("door.png"))
rows = [dict(draft, title="A row")]
message = json.loads(os.environ["MESSAGE"])
raw_body, headers, new_secret, old_secret = message["body"].encode(), list(message["headers"].items()), os.environ["SECRET"], os.environ["SECRET"]
moment = pin.created_at
for line in json.loads(os.environ["LINES"]):
    id = asset.id if line.startswith("client.assets.") else pin.id
    try:
        exec(line.replace("…", "pass").replace('"/v1/pass"', '"/v1/pins"'))
    except Exception as error:
        print("wrong:", line, type(error).__name__, error)
`;
  writeFileSync(join(folder, 'door.png'), await png());
  writeFileSync(join(folder, 'pins.csv'), rowOf());
  writeFileSync(join(folder, 'readme.py'), program);
  const more = { MESSAGE: JSON.stringify(signedMessage()), SECRET: secret, LINES: JSON.stringify(lines) };
  const run = await runExample(python, ['readme.py'], folder, { ...environment, ...more });
  expect([run.code, run.err, run.out]).toEqual([0, '', expect.stringMatching(/^published https:\/\/\S+\n$/)]);
});

test('what stands in the page of the command line runs', async () => {
  const markdown = readFileSync('packages/cli/README.md', 'utf8');
  const inSentences = inlineCode(markdown).filter((code) => /^pps [a-z-]/.test(code) && !code.includes('…'));
  const block = markdown.split('in another terminal')[1]?.match(/```\n([\s\S]*?)```/)?.[1] ?? '';
  expect([inSentences.length > 3, block.split('\n').length > 3]).toEqual([true, true]);
  writeFileSync(join(folder, 'pins.csv'), rowOf());
  for (const line of [...block.trim().split('\n'), ...inSentences]) {
    const { code, err } = await runShell(line, environment);
    expect([line, code, code === 0 ? '' : err]).toEqual([line, 0, '']);
  }
});
