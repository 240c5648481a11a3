import 'reflect-metadata';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { startApi } from '../../../apps/api/start-api';
import { clockOfFile } from './set-ahead-clock';

/** An API process whose clock the file `CLOCK_FILE` sets. Says its port. */
async function main(): Promise<void> {
  const config = loadConfiguration(process.env);
  const logger = createLogger('clocked-api', config, { write: (line: string) => void process.stderr.write(line) });
  const { port, stop } = await startApi({ config, logger }, clockOfFile(process.env['CLOCK_FILE'] ?? ''));
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  console.log(`port ${port}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
