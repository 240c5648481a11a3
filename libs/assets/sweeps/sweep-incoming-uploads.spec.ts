import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepIncomingUploads } from './sweep-incoming-uploads';

it('removes what was left behind and nothing that may be under way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'incoming-'));
  const now = new Date('2026-11-20T10:00:00.000Z');
  for (const [name, minutes] of [
    ['old', 61],
    ['new', 59],
  ] as const) {
    await writeFile(join(folder, name), 'x');
    const at = new Date(now.getTime() - minutes * 60_000);
    await utimes(join(folder, name), at, at);
  }
  await sweepIncomingUploads(folder, now);
  expect(await readdir(folder)).toEqual(['new']);
  await rm(folder, { recursive: true });
  await expect(sweepIncomingUploads(folder, now)).resolves.toBeUndefined();
});
