import type { Clock } from '@pps/kernel';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The clock of processes that live as many milliseconds ahead as a file says. */
export const clockOfFile =
  (file: string): Clock =>
  () =>
    new Date(Date.now() + Number(readFileSync(file, 'utf8')));

/** Sets all of them at once. */
export function setAheadClock(file: string, aheadMs: number): void {
  writeFileSync(`${file}.new`, String(aheadMs));
  renameSync(`${file}.new`, file);
}
