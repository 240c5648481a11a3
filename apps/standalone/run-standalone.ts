import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { openReadableLines } from '@pps/runtime/logging/readable-lines';
import { commandLineOf, processIdentityOf, parentOf } from '@pps/embedded';
import { describeAddresses, type StartAddresses } from './describe-addresses';
import { loadEnvFile } from './env-file';
import { openStartScreen } from './start-screen';
import { standalone, type StandaloneOptions } from './standalone';

/**
 * The process around a standalone start: settings, signals, the ready line, one line for what went wrong, and the exit code. Where standard error is a
 * terminal, logs are lines to read, and what the start is busy with is shown; where standard output is one, the addresses follow the ready line.
 */
export async function runStandalone(programs: Pick<StandaloneOptions, 'services' | 'simulators'> = {}): Promise<void> {
  const screen = openStartScreen(process.stderr);
  const showLine = process.stderr.isTTY ? readable(await openReadableLines(!process.env.NO_COLOR), screen.line) : screen.line;
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> =>
    (ending ??= whole
      .stop()
      .catch((error: unknown) => console.error(lineOf(error)))
      .then(() => process.exit(code)));
  const giveUp = (error: unknown): Promise<void> => {
    screen.close();
    if (!ending) console.error(lineOf(error));
    return end(1);
  };
  const whole = standalone({
    ...programs,
    environment: process.env,
    onGivenUp: (reason) => void giveUp(reason),
    onLine: showLine,
    during: screen.during,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  // The reader of our output may end before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  watchLauncher(process.env, () => void end(0));
  let addresses: StartAddresses;
  try {
    loadEnvFile();
    addresses = await whole.start();
  } catch (error) {
    return giveUp(error);
  }
  screen.close();
  if (ending) return;
  console.log(`ready ${addresses.apiUrl}`);
  if (process.stdout.isTTY) console.log(describeAddresses(addresses));
}

/** Where a part listens is of use to programs; a person is told at the end. */
const readable =
  (format: (line: string) => string, show: (line: string) => void) =>
  (line: string): void => {
    if (!line.startsWith('listening ')) show(format(line));
  };

function lineOf(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'the start failed';
}

const launcherEveryMs = 2_000;

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
  }, launcherEveryMs);
  timer.unref();
}

// npm runs a script by `sh -c`; some shells stay in between, others become us.
function launchers(): number[] {
  const parent = process.ppid;
  const isShell = /^(\S*\/)?(ba|da|z)?sh -c /.test(commandLineOf(parent) ?? '');
  const npm = isShell ? parentOf(parent) : undefined;
  return npm === undefined || npm <= 1 ? [parent] : [parent, npm];
}
