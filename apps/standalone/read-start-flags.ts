import { Command, CommanderError } from 'commander';
import { releaseVersion } from '@pps/runtime/release-version';

/** The command line of `npm start`; its settings come from the environment. */
export function startCommandLine(): Command {
  return new Command('npm start --')
    .usage('[options]')
    .description(
      'Runs the whole service on this machine: API, read models, pacing, workers, their stores, and simulators of the third parties.',
    )
    .option('--no-install', 'never install nats-server by apt, which is done on Debian as root where it is missing')
    .version(releaseVersion, '--version', 'print the release')
    .helpOption('--help', 'print this')
    .allowExcessArguments(false)
    .showHelpAfterError('(npm start -- --help lists what it takes)')
    .addHelpText('after', settingsHelp)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
    .exitOverride();
}

const settingsHelp = `
Settings come from the environment and from a file .env in the current folder; .env.example has all of them, such as:
  PORT=3000             the API; 0 takes any free port
  SIMULATORS_PORT=3900  the simulators
  DATA_DIR=.data        all that is stored
  DEFAULT_PLAN=starter  the plan of new users
  LOG_LEVEL=info        what is logged: as lines to read on a terminal, else as JSON

It prints "ready <address of the API>" once the first request will succeed; Ctrl-C ends everything, and the next start goes on with the same data.`;

/** Takes the flags of `npm start`, or resolves with the exit code to end with: 0 after help, 2 for what it does not know. */
export function readStartFlags(args: readonly string[]): { readonly exitCode?: number } {
  try {
    startCommandLine().parse([...args], { from: 'user' });
    return {};
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2 };
    throw error;
  }
}
