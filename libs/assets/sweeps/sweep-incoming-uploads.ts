import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any upload may take. */
const leftBehindAfterMs = 60 * 60_000;

/** Removes what uploads left on disk whose process ended half way; uploads under way, of any process, are left alone. */
export async function sweepIncomingUploads(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now.getTime(),
    );
    if (now.getTime() - changedAt > leftBehindAfterMs) await rm(path, { force: true });
  }
}
