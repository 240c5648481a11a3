import { remember, rememberInstead, type Database } from '@pps/read-store';
import { compareKeyFingerprints, keyFingerprints, type Configuration, type Keys } from '@pps/runtime';

/**
 * Throws `CannotStart` when a key is not the one this database was written with. The key of session tokens may change: from one that is
 * still accepted to another.
 */
export async function refuseOtherKeys(
  db: Database,
  keys: Keys,
  { JWT_PREVIOUS_KEYS = [] }: Pick<Configuration, 'JWT_PREVIOUS_KEYS'>,
): Promise<void> {
  const current = keyFingerprints(keys);
  const accepted = JWT_PREVIOUS_KEYS.map((key) => keyFingerprints({ ...keys, JWT_KEY: key }).JWT_KEY);
  for (const [name, fingerprint] of Object.entries(current)) {
    const kept = await remember(db, `key ${name}`, fingerprint);
    if (name === 'JWT_KEY' && accepted.includes(kept)) await rememberInstead(db, `key ${name}`, fingerprint);
    else compareKeyFingerprints({ [name]: kept }, current);
  }
}
