import { spawnSync } from 'node:child_process';

/** Builds the console where it is older than its sources, as every start of a program does. */
export function buildInTime(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/console/build-console.mjs'], { encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) throw new Error(`the console was not built: ${stderr}`);
}
