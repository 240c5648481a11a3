import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the key of a setting lies in `DATA_DIR` unless the setting gives it. */
export const keyFileOf = (dataDir: string, setting: string): string => join(dataDir, 'keys', setting.toLowerCase().replaceAll('_', '-'));

/** The text of a key file, made with 32 random bytes if there is none; processes that start together all read the same one. */
export function readOrCreateKeyFile(file: string): string {
  const folder = dirname(file);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    publish(`${file}.${randomUUID()}`, file);
    sync(folder);
  }
  return readFileSync(file, 'utf8');
}

// The whole file gets its name at once, and only if there is none yet: a link never replaces a file.
function publish(draft: string, file: string): void {
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(32).toString('base64')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
}

function sync(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
