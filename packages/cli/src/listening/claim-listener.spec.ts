import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimListener } from './claim-listener';

const kept = process.env['XDG_STATE_HOME'];
let folder = '';
beforeEach(() => void (process.env['XDG_STATE_HOME'] = folder = mkdtempSync(join(tmpdir(), 'pps-claim-'))));
afterEach(() => {
  jest.restoreAllMocks();
  if (kept === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = kept;
  rmSync(folder, { recursive: true, force: true });
});

/** What is asked after is alive, and belongs to somebody else. */
const ofSomebodyElse = () =>
  jest.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });

/** A lock that `main` had, with another number or begin. */
function leaveLock(change: (lock: string) => string): void {
  const { path } = claimListener('p', 'main');
  writeFileSync(`${path}.lock`, change(readFileSync(`${path}.lock`, 'utf8')));
}

test('of two listeners the second has a name of its own, until the first one ends', () => {
  const first = claimListener('p', 'main');
  expect([first.name, claimListener('p', 'main').name]).toEqual(['main', 'main-2']);
  first.release();
  expect(claimListener('p', 'main').name).toBe('main');
});

test('a lock whose number another process has now is taken, whoever that belongs to', () => {
  leaveLock((lock) => lock.replace(/ .*/, ' 1'));
  ofSomebodyElse();
  expect(claimListener('p', 'main').name).toBe('main');
});

test('one whose process lives on is not, whoever that belongs to', () => {
  leaveLock((lock) => lock);
  ofSomebodyElse();
  expect(claimListener('p', 'main').name).toBe('main-2');
});

test('one that is not written yet is held, one that never was is not', () => {
  leaveLock(() => '');
  const second = claimListener('p', 'main');
  expect(second.name).toBe('main-2');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(second.path.replace(/-2$/, '.lock'), longAgo, longAgo);
  expect(claimListener('p', 'main').name).toBe('main');
});

test.each(['x 1', '0 ', '-1 ', '999999999 1'])('a damaged lock, or one of no process, is taken: "%s"', (text) => {
  leaveLock(() => text);
  expect(claimListener('p', 'main').name).toBe('main');
});
