import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRunDir } from './data-dir-lock';

describe('the data folder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'data-dir-'));
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('is made with those above it and the folder of the pid files, for its own user', () => {
    const runDir = makeRunDir(join(parent, 'a', 'b', 'data'));
    expect(runDir).toBe(join(parent, 'a', 'b', 'data', 'run'));
    expect(statSync(runDir).mode & 0o777).toBe(0o700);
    expect(makeRunDir(join(parent, 'a', 'b', 'data'))).toBe(runDir);
  });

  it('is refused where no folder can be made, also by a file system that says that the folder above is missing', () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below'), '/proc/nowhere']) expect(() => makeRunDir(dataDir)).toThrow(CannotStart);
  });
});
