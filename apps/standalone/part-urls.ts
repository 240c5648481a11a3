import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The URLs of the parts of a running start. They contain passwords. */
export interface PartUrls {
  readonly DATABASE_URL: string;
  readonly EVENTSTORE_URL: string;
  readonly NATS_URL: string;
}

/** The parts, and the payment provider's simulator where one runs. */
export interface Connections extends PartUrls {
  readonly PAYMENT_API_URL?: string | undefined;
  readonly PAYMENT_API_KEY?: string | undefined;
}

const fileIn = (dataDir: string): string => join(dataDir, 'run', 'connections.json');

/** Writes the URLs for programs of the same user that work on a running start; only that user can read them. */
export function writePartUrls(dataDir: string, connections: Connections): void {
  const { DATABASE_URL, EVENTSTORE_URL, NATS_URL, PAYMENT_API_URL, PAYMENT_API_KEY } = connections;
  const file = fileIn(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify({ DATABASE_URL, EVENTSTORE_URL, NATS_URL, PAYMENT_API_URL, PAYMENT_API_KEY }), {
    mode: 0o600,
  });
  renameSync(`${file}.new`, file);
}

export const removePartUrls = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** The URLs of a running start, or null. */
export function readPartUrls(dataDir: string): Partial<Connections> | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<Connections>;
  } catch {
    return null;
  }
}
