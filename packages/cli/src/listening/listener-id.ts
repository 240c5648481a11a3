import { randomBytes } from 'node:crypto';
import { readPrivateFile, writePrivateFile } from '../credentials/private-file';

/**
 * What tells a listener from those of other machines, made at random when it first runs: machines and containers often have one name. In a file of its own,
 * so that a damaged cursor does not take it along. To be asked for by who has claimed the listener.
 */
export function listenerId(path: string): string {
  const file = `${path}.id`;
  const known = readPrivateFile(file)?.trim();
  if (known !== undefined && /^[0-9a-f]{32}$/.test(known)) return known;
  const made = randomBytes(16).toString('hex');
  writePrivateFile(file, `${made}\n`);
  return made;
}
