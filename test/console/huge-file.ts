import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Does something with a file of so many zero bytes, which takes no room on the disk. */
export async function withHugeFile(bytes: number, name: string, act: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'huge-file-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, '');
    truncateSync(path, bytes);
    await act(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
