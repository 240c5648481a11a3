import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { loadEnvFile } from './env-file';
import { watchLauncher } from './launcher-watch';
import { standalone, type StandaloneOptions } from './standalone';

/** The process around a standalone start: settings, signals, the ready line, one line for what went wrong, and the exit code. */
export async function runStandalone(programs: Pick<StandaloneOptions, 'services' | 'simulators'> = {}): Promise<void> {
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> =>
    (ending ??= whole
      .stop()
      .catch((error: unknown) => console.error(lineOf(error)))
      .then(() => process.exit(code)));
  const giveUp = (error: unknown): Promise<void> => {
    if (!ending) console.error(lineOf(error));
    return end(1);
  };
  const whole = standalone({ ...programs, environment: process.env, onGivenUp: (reason) => void giveUp(reason) });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  // The reader of our output may end before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  watchLauncher(process.env, () => void end(0));
  try {
    loadEnvFile();
    const url = await whole.start();
    if (!ending) console.log(`ready ${url}`);
  } catch (error) {
    await giveUp(error);
  }
}

function lineOf(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'the start failed';
}
