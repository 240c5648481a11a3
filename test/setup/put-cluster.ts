import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Where `start-parts.ts` keeps a PostgreSQL cluster that was made and never used. */
export const madeCluster = 'MADE_CLUSTER';

/**
 * Puts a PostgreSQL cluster into the folder that is to hold one, where how it is made is not asked: to make one takes seconds of a processor, to copy
 * it nearly none. Does nothing outside Jest.
 */
export function putCluster(folder: string): void {
  const made = process.env[madeCluster];
  if (made) execFileSync('cp', ['-a', join(made, 'postgres'), join(made, 'postgres-password'), folder]);
}
