import 'reflect-metadata';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { openParts } from '../../../apps/foundation/open-parts';
import { crashPoints } from './crash-points';
import { openInstance } from './instance';

/** Refreshes the token of `VICTIM_ACCOUNT` and is killed at `VICTIM_POINT`. */
async function main(): Promise<void> {
  const { VICTIM_ACCOUNT: accountId = '', VICTIM_POINT: wanted } = process.env;
  const point = crashPoints.find((each) => each === wanted);
  if (point === undefined) throw new Error(`there is no point "${wanted}"`);
  const configuration = loadConfiguration(process.env);
  const parts = await openParts(configuration, createLogger('victim', configuration));
  await parts.live.start();
  const instance = await openInstance(parts, { point, kill: () => process.kill(process.pid, 'SIGKILL') });
  await instance.tokens.use(accountId, async (accessToken) => (await parts.platform.user(accessToken)).value);
  throw new Error(`the refresh never came to "${point}"`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
