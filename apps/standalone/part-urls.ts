import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The URLs of the parts of a running start. They contain passwords. */
export interface PartUrls {
  readonly DATABASE_URL: string;
  readonly EVENTSTORE_URL: string;
  readonly NATS_URL: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'run', 'connections.json');

/** Writes the URLs for programs of the same user that work on a running start; only that user can read them. */
export function writePartUrls(dataDir: string, { DATABASE_URL, EVENTSTORE_URL, NATS_URL }: PartUrls): void {
  const file = fileIn(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify({ DATABASE_URL, EVENTSTORE_URL, NATS_URL }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export const removePartUrls = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** The URLs of a running start, or null. */
export function readPartUrls(dataDir: string): Partial<PartUrls> | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<PartUrls>;
  } catch {
    return null;
  }
}
