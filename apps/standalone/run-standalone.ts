import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { commandLineOf, processIdentityOf, parentOf } from '@pps/embedded';
import { loadEnvFile } from './env-file';
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

/**
 * Calls back once when the npm that started us is gone: killed with -9 it cannot pass a signal on.
 * Without npm in front nothing is watched, so that a start may outlive its terminal.
 */
function watchLauncher(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (env.npm_lifecycle_event === undefined) return;
  const watched = launchers().map((pid) => ({ pid, identity: processIdentityOf(pid) }));
  const timer = setInterval(() => {
    if (watched.every(({ pid, identity }) => processIdentityOf(pid) === identity)) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
}

// npm runs a script by `sh -c`; some shells stay in between, others become us.
function launchers(): number[] {
  const parent = process.ppid;
  const isShell = /^(\S*\/)?(ba|da|z)?sh -c /.test(commandLineOf(parent) ?? '');
  const npm = isShell ? parentOf(parent) : undefined;
  return npm === undefined || npm <= 1 ? [parent] : [parent, npm];
}
