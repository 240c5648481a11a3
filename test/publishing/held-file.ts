import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { originalKey } from '@pps/asset-storage';
import type { PlatformService } from '../setup/platform-service';
import { eventually } from '../setup/eventually';

/** A stored file whose bytes the storage holds back. */
export interface HeldFile {
  /** Resolves once somebody waits for the bytes. */
  isRead(): Promise<void>;
  /** Gives the bytes to who waits, and to everybody later. */
  release(): Promise<void>;
}

/** Holds back the bytes of an uploaded file: a pipe lies where it was. */
export async function holdFile({ parts }: PlatformService, assetId: string): Promise<HeldFile> {
  const path = join(parts.configuration.DATA_DIR, 'assets', originalKey(assetId));
  const bytes = await readFile(path);
  const kept = `${path}-kept`;
  await writeFile(kept, bytes);
  await promisify(execFile)('mkfifo', [`${path}-pipe`]);
  await rename(`${path}-pipe`, path);
  let writer: FileHandle | undefined;
  return {
    isRead: async () => {
      // Refused as long as nobody reads.
      const write = () => open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
      writer = await eventually(`somebody who reads ${assetId}`, write);
    },
    release: async () => {
      await rename(kept, path).catch(() => undefined);
      await writer?.writeFile(bytes).catch(() => undefined);
      await writer?.close();
      writer = undefined;
    },
  };
}
