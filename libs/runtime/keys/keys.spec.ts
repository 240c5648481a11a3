import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { transformFileSync } from '@swc/core';
import { loadConfiguration } from '../configuration/load-configuration';
import { CannotStart } from '../lifecycle/cannot-start';
import { compareKeyFingerprints, keyFingerprints } from './key-fingerprints';
import { keyNames, loadKeys } from './load-keys';

let folder: string;
const load = (environment: Record<string, string> = {}) => loadKeys(loadConfiguration({ DATA_DIR: folder, ...environment }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('missing keys are made once, for their owner only, and found again', () => {
  const first = load();
  expect(new Set(keyNames.map((name) => first[name].toString('hex'))).size).toBe(4);
  expect(keyNames.map((name) => first[name].length)).toEqual([32, 32, 32, 32]);
  expect(load()).toEqual(first);
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(join(folder, 'keys'))).toBe('700');
  const files = readdirSync(join(folder, 'keys'));
  expect(files.sort()).toEqual(['api-key-hash-key', 'email-hash-key', 'jwt-key', 'master-key']);
  expect(files.map((file) => mode(join(folder, 'keys', file)))).toEqual(['600', '600', '600', '600']);
});

test('a key from the settings wins and is not written', () => {
  const given = Buffer.alloc(32, 9);
  expect(load({ JWT_KEY: given.toString('base64') }).JWT_KEY).toEqual(given);
  expect(readdirSync(join(folder, 'keys'))).not.toContain('jwt-key');
});

test('a host has the keys it names alone: others are neither made nor shown, and cannot be used', () => {
  const few = loadKeys(loadConfiguration({ DATA_DIR: folder }), ['MASTER_KEY']);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['master-key']);
  expect(Object.keys(few)).toEqual(['MASTER_KEY']);
  expect(() => few.JWT_KEY).toThrow('JWT_KEY is not among the keys of this host');
  const all = load();
  expect(keyFingerprints(few)).toEqual({ MASTER_KEY: keyFingerprints(all).MASTER_KEY });
  expect(() => compareKeyFingerprints(keyFingerprints(all), keyFingerprints(few))).not.toThrow();
  expect(() => compareKeyFingerprints({ MASTER_KEY: 'other' }, keyFingerprints(few))).toThrow(CannotStart);
});

test('several that start at the same instant agree on one key', async () => {
  const { code } = transformFileSync(join(__dirname, 'key-file.ts'), createRequire(__filename)('../../../swc.config.cjs'));
  const script = `${code}
    const { parentPort, workerData } = require('node:worker_threads');
    const gate = new Int32Array(workerData.gate);
    Atomics.add(gate, 0, 1);
    Atomics.notify(gate, 0);
    while (Atomics.load(gate, 0) < workerData.starters) Atomics.wait(gate, 0, Atomics.load(gate, 0), 5000);
    parentPort.postMessage(exports.readOrCreateKeyFile(workerData.file));`;
  const starters = 4;
  for (let round = 0; round < 5; round += 1) {
    const gate = new SharedArrayBuffer(4);
    const file = join(folder, 'keys', `key-${round}`);
    const texts = await Promise.all(
      Array.from({ length: starters }, () => answerOf(new Worker(script, { eval: true, workerData: { gate, starters, file } }))),
    );
    expect(new Set(texts)).toEqual(new Set([readFileSync(file, 'utf8')]));
  }
  expect(readdirSync(join(folder, 'keys')).length).toBe(5);
});

function answerOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject));
}

test('a damaged key file is a clear line, never a new key', () => {
  load();
  const file = join(folder, 'keys', 'master-key');
  chmodSync(file, 0o600);
  writeFileSync(file, 'not a key');
  expect(() => load()).toThrow(CannotStart);
  expect(() => load()).toThrow(/^the key file .*master-key does not hold 32 bytes in base64; restore it from a backup or set MASTER_KEY$/);
  expect(readFileSync(file, 'utf8')).toBe('not a key');
});

test('other keys than the data was written with are one line that names them and gives no key away', () => {
  const keys = load();
  const stored = keyFingerprints(keys);
  expect(() => compareKeyFingerprints(stored, keyFingerprints(keys))).not.toThrow();
  expect(() => compareKeyFingerprints({}, stored)).not.toThrow();
  const other = keyFingerprints({ ...keys, JWT_KEY: Buffer.alloc(32, 1) });
  expect(() => compareKeyFingerprints(stored, other)).toThrow(CannotStart);
  expect(() => compareKeyFingerprints(stored, other)).toThrow(
    `the data was written with other keys: JWT_KEY (stored ${stored.JWT_KEY}, given ${other.JWT_KEY}); restore DATA_DIR/keys or the settings of these names`,
  );
  for (const name of keyNames) expect(stored[name]).toMatch(/^[0-9a-f]{16}$/);
});
