import { constants, createReadStream } from 'node:fs';
import { access, chmod, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isUuid } from '@pps/kernel';
import type { OpenAssetStorage } from './asset-storage';

/** Assets as files of a folder that all processes of one machine share; incoming files must be on the same file system. */
export function folderStorage(folder: string): OpenAssetStorage {
  const fileOf = (key: string): string => {
    if (!/^[\w-]+\/[\w-]+$/.test(key)) throw new Error('not a key of an asset');
    return join(folder, key);
  };
  return {
    async put(key, { path }) {
      const target = fileOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await chmod(path, 0o600);
      await flush(path);
      await rename(path, target).catch(async (error: unknown) => {
        if (!(await isThere(target))) throw error;
      });
    },

    async open(key, range) {
      const handle = await open(fileOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      return handle && createReadStream('', { fd: handle, ...range });
    },

    async remove(key) {
      const target = fileOf(key);
      await rm(target, { force: true });
      await rmdir(dirname(target)).catch(() => undefined);
    },

    async *list() {
      const entries = await opendir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for await (const { name } of entries) {
        // The folder of incoming uploads lies beside the assets.
        const found = isUuid(name) ? await stat(join(folder, name)).catch(() => null) : null;
        if (found) yield { assetId: name, putAt: found.mtime };
      }
    },

    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK | constants.X_OK);
      } catch (error) {
        throw new Error(`DATA_DIR cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''} ${folder}`);
      }
    },

    close: () => undefined,
  };
}

/** Without it a loss of power may keep the rename and lose the bytes. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
