import { rm } from 'node:fs/promises';
import { running } from './running-parts';

/** Jest's globalTeardown: the parts end in the reverse order of their start, then their folder goes. */
export default async function stopParts(): Promise<void> {
  for (const part of running.parts.splice(0).reverse()) await part.stop(2_000);
  if (running.folder) await rm(running.folder, { recursive: true, force: true });
}
