import { rm } from 'node:fs/promises';
import { runningParts } from './running-parts';

/** Jest's globalTeardown: the parts end in the reverse order of their start, then their folder goes. */
export default async function stopParts(): Promise<void> {
  for (const part of runningParts.parts.splice(0).reverse()) await part.stop(2_000);
  if (runningParts.folder) await rm(runningParts.folder, { recursive: true, force: true });
}
