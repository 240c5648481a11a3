import { Command, CommanderError } from 'commander';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { releaseVersion } from '@pps/runtime/release-version';
import { loadEnvFile } from '../standalone/env-file';
import { CommandFailed, exitCodes } from './command-failed';
import { addAnswerFlags } from './show-answer';

interface CommandGroup {
  readonly description: string;
  load(): Promise<Command>;
}

/** Each is a file beside this one, loaded when it is asked for: help and version need none of them. The build records what stands here. */
const groups: Readonly<Record<string, CommandGroup>> = {
  projections: {
    description: 'The read models: look at them, rebuild them, help one over a fact that it cannot take.',
    load: async () => (await import('./projections.commands')).projectionCommands(),
  },
  users: {
    description: 'The people who have accounts.',
    load: async () => (await import('./users.commands')).userCommands(),
  },
  forget: {
    description: 'Workspaces and people that are to be forgotten. What is stored is erased by the running service.',
    load: async () => (await import('./forget.commands')).forgetCommands(),
  },
  accounts: {
    description: 'Accounts that the platform told to wait.',
    load: async () => (await import('./accounts.commands')).accountCommands(),
  },
  analytics: {
    description: 'Views for analysts, and who sees which workspace in them.',
    load: async () => (await import('./analytics.commands')).analyticsCommands(),
  },
  audit: {
    description: 'The history of a project or organization, and what proves it.',
    load: async () => (await import('./audit.commands')).auditCommands(),
  },
  billing: {
    description: 'Plans of organizations.',
    load: async () => (await import('./billing.commands')).billingCommands(),
  },
  backup: {
    description: 'Copies of an installation.',
    load: async () => (await import('./backup.commands')).backupCommands(),
  },
  vault: {
    description: 'Secrets and personal data, and the master key that seals them.',
    load: async () => (await import('./vault.commands')).vaultCommands(),
  },
  database: {
    description: 'The tables of the service.',
    load: async () => (await import('./database.commands')).databaseCommands(),
  },
  log: {
    description: 'Moves the log to another store, or goes on with one after two primaries, with every host stopped.',
    load: async () => (await import('./log.commands')).logCommands(),
  },
  doctor: {
    description: 'Looks at every part: what is wrong, and what will be. Counts connections against their limit. Changes nothing.',
    load: async () => (await import('./doctor.commands')).doctorCommand(),
  },
  'init-env': {
    description: 'Writes the settings of a new installation into a file .env, with secrets that it draws.',
    load: async () => (await import('./init-env.commands')).initEnvCommand(),
  },
};

/** Command line for operators and auditors. */
async function main(args: readonly string[]): Promise<number> {
  const program = new Command('pinctl')
    .description('Looks after an installation. Works on DATABASE_URL and EVENTSTORE_URL, or on the `npm start` that runs in DATA_DIR.')
    .addHelpText('after', help)
    .version(releaseVersion)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) });
  const asked = args.find((word) => !word.startsWith('-') && word !== 'help');
  for (const [name, { description, load }] of Object.entries(groups)) {
    const group = name === asked ? await load() : new Command(name);
    program.addCommand(group.description(description));
  }
  addAnswerFlags(program);
  inherit(program);
  try {
    loadEnvFile();
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return exitCodeOf(error);
  }
}

const help = `
Settings come from the environment and from a file .env in the current folder. Every command takes --json.
Exit codes: 0 done, 1 refused or found something wrong, 2 wrong command line or a file that cannot be read, 3 database or event store not reachable.`;

/** Tells what failed in one line. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof CommandFailed) {
    console.error(error.message);
    return error.exitCode;
  }
  if (error instanceof CannotStart) {
    console.error(error.message);
    return exitCodes.usage;
  }
  console.error(error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'the command failed');
  return exitCodes.refused;
}

/** Commander gives a group that is added as a whole neither the exit handling nor the output of its parent. */
function inherit(command: Command): void {
  for (const each of command.commands) {
    each.copyInheritedSettings(command);
    inherit(each);
  }
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
