import { storeInstallationValue, replaceInstallationValue, type Database } from '@pps/read-store';
import { compareKeyFingerprints, keyFingerprints, type Configuration, type KeyName, type Keys } from '@pps/runtime';

type PreviousKeys = Pick<Configuration, 'JWT_PREVIOUS_KEYS' | 'MASTER_PREVIOUS_KEYS'>;

/**
 * Throws `CannotStart` when a key is not the one this database was written with. The master key and that of session tokens may change:
 * from one that is still accepted to another.
 */
export async function refuseOtherKeys(db: Database, keys: Keys, previous: PreviousKeys): Promise<void> {
  const current = keyFingerprints(keys);
  for (const [name, fingerprint] of Object.entries(current)) {
    const stored = await storeInstallationValue(db, `key ${name}`, fingerprint);
    if (acceptedFingerprints(name, keys, previous).includes(stored)) await replaceInstallationValue(db, `key ${name}`, fingerprint);
    else compareKeyFingerprints({ [name]: stored }, current);
  }
}

/** Fingerprints of the further keys that are accepted under that name. */
export function acceptedFingerprints(
  name: string,
  keys: Keys,
  { JWT_PREVIOUS_KEYS, MASTER_PREVIOUS_KEYS }: PreviousKeys,
): readonly string[] {
  const further = name === 'JWT_KEY' ? JWT_PREVIOUS_KEYS : name === 'MASTER_KEY' ? MASTER_PREVIOUS_KEYS : undefined;
  return (further ?? []).flatMap((key) => keyFingerprints({ ...keys, [name]: key })[name as KeyName] ?? []);
}
