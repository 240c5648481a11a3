import type { Command } from 'commander';
import { caller } from '../setup/caller';
import { startLiveService } from '../python-sdk/live-service';
import { createThroughLosses, violationsOf } from '../sdk/create-through-losses';
import { creatingClients, type CreatingClientName } from '../sdk/creating-clients';
import { wholeNumber } from './whole-number';

interface Options {
  readonly creations: number;
  readonly seed: number;
  readonly only?: string;
}

export const options = (command: Command): Command =>
  command
    .option('--creations <n>', 'pins to create with each SDK', wholeNumber, 10_000)
    .option('--seed <n>', 'repeats what becomes of each request', wholeNumber, 44)
    .option('--only <name>', `one of: ${Object.keys(creatingClients).join(', ')}`);

/** Creates pins with each SDK, one after the other, while half of the requests are lost. */
export async function run({ creations, seed, only }: Options): Promise<boolean> {
  const clients = (Object.keys(creatingClients) as CreatingClientName[]).filter((name) => only === undefined || name === only);
  if (clients.length === 0) throw new Error(`There is no ${only}.`);
  const live = await startLiveService();
  const rows: Record<string, object> = {};
  let isKept = true;
  try {
    for (const client of clients) {
      const begun = performance.now();
      const asked = { url: live.baseUrl, call: caller(live.running.apiPort), client, creations, seed };
      const { fates, ...report } = await createThroughLosses(asked);
      rows[client] = { ...report, 'took s': Math.round((performance.now() - begun) / 1_000) };
      console.log(client, fates);
      for (const violation of violationsOf({ fates, ...report }, creations)) {
        isKept = false;
        console.log(`VIOLATION ${client}: ${violation}`);
      }
    }
  } finally {
    await live.stop();
  }
  console.table(rows);
  return isKept;
}
