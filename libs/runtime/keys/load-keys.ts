import type { Configuration } from '../configuration/configuration';
import { CannotStart } from '../lifecycle/cannot-start';
import { keyFileOf, readOrCreateKeyFile } from './key-file';

export const keyNames = ['MASTER_KEY', 'JWT_KEY', 'API_KEY_HASH_KEY', 'EMAIL_HASH_KEY'] as const;
export type KeyName = (typeof keyNames)[number];

/** Four independent keys of 32 bytes; never log or store one, only its fingerprint. Those that a host has no use for are not enumerable. */
export type Keys = Readonly<Record<KeyName, Buffer>>;

/**
 * The keys of these names, all by default: from the settings, else from `DATA_DIR/keys`, where a missing one is made once, whoever starts first.
 * To use a key of another name throws. Throws CannotStart when a key file cannot be made or does not hold 32 bytes.
 */
export function loadKeys(configuration: Pick<Configuration, KeyName | 'DATA_DIR'>, names: readonly KeyName[] = keyNames): Keys {
  const keys = Object.fromEntries(
    names.map((name) => [name, configuration[name] ?? keyFrom(keyFileOf(configuration.DATA_DIR, name), name)]),
  );
  for (const name of keyNames.filter((other) => !names.includes(other))) {
    const get = () => {
      throw new Error(`${name} is not among the keys of this host`);
    };
    Object.defineProperty(keys, name, { get, enumerable: false });
  }
  return Object.freeze(keys) as Keys;
}

function keyFrom(file: string, name: KeyName): Buffer {
  try {
    const key = Buffer.from(readOrCreateKeyFile(file).trim(), 'base64');
    if (key.length === 32) return key;
  } catch (error) {
    throw new CannotStart(`the key file ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new CannotStart(`the key file ${file} does not hold 32 bytes in base64; restore it from a backup or set ${name}`);
}
