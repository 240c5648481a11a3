import { createHash } from 'node:crypto';
import { CannotStart } from '../lifecycle/cannot-start';
import { keyNames, type KeyName, type Keys } from './load-keys';

export type KeyFingerprints = Readonly<Record<'MASTER_KEY', string> & Partial<Record<KeyName, string>>>;

/** A short name of each key that the host has (16 hex digits of a SHA-256) that distinguishes keys and reveals nothing of them. */
export function keyFingerprints(keys: Keys): KeyFingerprints {
  const entries = keyNames.filter((name) => Object.keys(keys).includes(name)).map((name) => [name, fingerprint(name, keys[name])]);
  return Object.fromEntries(entries) as KeyFingerprints;
}

/** Throws CannotStart, naming the keys, when a key is not the one the stored data was written with; names missing from `stored` are new and pass, those missing from `current` are of no use here. */
export function compareKeyFingerprints(stored: Readonly<Partial<Record<string, string>>>, current: KeyFingerprints): void {
  const changed = keyNames.filter((name) => stored[name] !== undefined && current[name] !== undefined && stored[name] !== current[name]);
  if (changed.length === 0) return;
  const differences = changed.map((name) => `${name} (stored ${stored[name]}, given ${current[name]})`).join(', ');
  throw new CannotStart(`the data was written with other keys: ${differences}; restore DATA_DIR/keys or the settings of these names`);
}

function fingerprint(name: KeyName, key: Buffer): string {
  return createHash('sha256').update(`fingerprint of ${name}\n`).update(key).digest('hex').slice(0, 16);
}
