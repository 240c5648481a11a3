import { join } from 'node:path';
import { say } from '../output/say';
import { stateFolder } from './config-folder';
import { readPrivateFile, writePrivateFile } from './private-file';
import type { StoredKey } from './profiles';

const dayMs = 86_400_000;
const soonMs = 14 * dayMs;

/** Says on standard error that a stored key ends within two weeks, once a day for each key; of one that has ended, always. */
export function warnOfKeyEnd({ key, id, expires_at: endsAt = null }: StoredKey, now: Date = new Date()): void {
  const left = endsAt === null ? Infinity : Date.parse(endsAt) - now.getTime();
  if (left <= 0) return say(`this key ended at ${endsAt}: log in again`, 'yellow');
  if (!(left < soonMs) || isSaidToday(id ?? key.slice(0, 13), now)) return;
  const days = Math.ceil(left / dayMs);
  say(`this key ends in ${days} ${days === 1 ? 'day' : 'days'}, at ${endsAt}: log in again before`, 'yellow');
}

interface Said {
  readonly day: string;
  readonly keys: readonly string[];
}

/** Notes that it is said now. Where nothing can be noted, it is said once more. */
function isSaidToday(name: string, now: Date): boolean {
  const [file, day] = [join(stateFolder(), 'said-of-keys.json'), now.toISOString().slice(0, 10)];
  try {
    const said = JSON.parse(readPrivateFile(file) ?? '{}') as Partial<Said>;
    const keys = said.day === day && Array.isArray(said.keys) ? said.keys : [];
    if (keys.includes(name)) return true;
    writePrivateFile(file, `${JSON.stringify({ day, keys: [...keys, name] } satisfies Said)}\n`);
  } catch {
    // Damaged, or not to be written: the warning counts for more than that it comes once.
  }
  return false;
}
