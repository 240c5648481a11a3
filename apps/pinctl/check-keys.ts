import { readInstallationValues, type Database } from '@pps/read-store';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { compareKeyFingerprints, keyFingerprints } from '@pps/runtime/keys/key-fingerprints';
import { keyFileOf } from '@pps/runtime/keys/key-file';
import { keyNames, type Keys, loadKeys } from '@pps/runtime/keys/load-keys';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedFingerprints } from '../foundation/refuse-other-keys';

/** Something that does not belong to the rest of a copy, in one line. */
export interface BackupFinding {
  readonly part: 'read models' | 'vault' | 'keys';
  readonly line: string;
}

/** The keys, unless one is missing, and whether they are those the database was written with. Makes none. */
export async function checkKeys(db: Database, configuration: Configuration): Promise<{ keys: Keys | null; findings: BackupFinding[] }> {
  const missing = keyNames.filter((name) => configuration[name] === undefined && !existsSync(keyFileOf(configuration.DATA_DIR, name)));
  if (missing.length > 0) {
    const line = `${missing.join(', ')} not given and not in ${join(configuration.DATA_DIR, 'keys')}`;
    return { keys: null, findings: [{ part: 'keys', line }] };
  }
  try {
    const keys = loadKeys(configuration);
    const current = keyFingerprints(keys);
    // A key of a rotation that is not finished.
    const changing = ([name, stored]: [string, string]) => acceptedFingerprints(name, keys, configuration).includes(stored);
    const stored = Object.entries(await readInstallationValues(db, 'key ')).filter((entry) => !changing(entry));
    compareKeyFingerprints(Object.fromEntries(stored), current);
    return { keys, findings: [] };
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return { keys: null, findings: [{ part: 'keys', line: error.message }] };
  }
}
