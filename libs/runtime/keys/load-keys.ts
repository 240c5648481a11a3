import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration';
import { CannotStart } from '../lifecycle/cannot-start';
import { readOrCreateKeyFile } from './key-file';
import { keyNames } from './keys';
import type { KeyName, Keys } from './keys';

/**
 * The four keys: from the settings, else from `DATA_DIR/keys`, where a missing one is made once, whoever starts first.
 * Throws CannotStart when a key file cannot be made or does not hold 32 bytes.
 */
export function loadKeys(configuration: Pick<Configuration, KeyName | 'DATA_DIR'>): Keys {
  const folder = join(configuration.DATA_DIR, 'keys');
  const entries = keyNames.map((name) => [name, configuration[name] ?? keyFrom(folder, name)]);
  return Object.freeze(Object.fromEntries(entries)) as Keys;
}

function keyFrom(folder: string, name: KeyName): Buffer {
  const file = join(folder, `${name.toLowerCase().replaceAll('_', '-')}`);
  try {
    const key = Buffer.from(readOrCreateKeyFile(folder, file).trim(), 'base64');
    if (key.length === 32) return key;
  } catch (error) {
    throw new CannotStart(`the key file ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new CannotStart(`the key file ${file} does not hold 32 bytes in base64; restore it from a backup or set ${name}`);
}
