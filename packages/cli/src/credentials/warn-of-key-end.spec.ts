import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { warnOfKeyEnd } from './warn-of-key-end';

let [folder, said] = ['', [] as string[]];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pps-warning-'));
  process.env['XDG_STATE_HOME'] = folder;
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(said.push(String(text))));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const ending = (id: string, expires_at: string | null) => ({ key: `pps_test_${id}`, id, expires_at });
const at = (day: string): Date => new Date(`${day}T12:00:00Z`);

test('two weeks ahead it is said once a day for each key, and not before', () => {
  const [one, other] = [ending('1', '2026-03-15T12:00:00Z'), ending('2', '2026-03-02T11:00:00Z')];
  warnOfKeyEnd(one, at('2026-03-01'));
  warnOfKeyEnd(ending('3', null), at('2026-03-01'));
  expect(said).toEqual([]);
  for (const key of [one, one, other, one, other]) warnOfKeyEnd(key, new Date('2026-03-01T12:00:01Z'));
  expect(said.map((line) => line.split(',')[0])).toEqual(['this key ends in 14 days', 'this key ends in 1 day']);
  warnOfKeyEnd(one, at('2026-03-02'));
  expect(said[2]).toBe('this key ends in 13 days, at 2026-03-15T12:00:00Z: log in again before\n');
});

test('of a key that has ended it is always said, and of one whose note is damaged too', () => {
  for (const day of ['2026-03-16', '2026-03-16']) warnOfKeyEnd(ending('1', '2026-03-15T12:00:00Z'), at(day));
  expect(said).toEqual(Array(2).fill('this key ended at 2026-03-15T12:00:00Z: log in again\n'));
  process.env['XDG_STATE_HOME'] = join(folder, 'file');
  writeFileSync(join(folder, 'file'), '');
  for (const day of ['2026-03-14', '2026-03-14']) warnOfKeyEnd(ending('1', '2026-03-15T12:00:00Z'), at(day));
  expect(said).toHaveLength(4);
});
