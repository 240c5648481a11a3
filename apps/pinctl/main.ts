import { Command, CommanderError } from 'commander';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { releaseVersion } from '@pps/runtime/release-version';
import { accountCommands } from './accounts.commands';
import { analyticsCommands } from './analytics.commands';
import { auditCommands } from './audit.commands';
import { backupCommands } from './backup.commands';
import { billingCommands } from './billing.commands';
import { CommandFailed, exitCodes } from './command-failed';
import { forgetCommands } from './forget.commands';
import { logCommands } from './log.commands';
import { projectionCommands } from './projections.commands';
import { userCommands } from './users.commands';
import { vaultCommands } from './vault.commands';
import { webhookCommands } from './webhooks.commands';

/** Command line for operators and auditors; each group of commands is a file beside this one. */
async function main(): Promise<number> {
  const program = new Command('pinctl')
    .description('Looks after an installation. Works on DATABASE_URL and EVENTSTORE_URL, or on the `npm start` that runs in DATA_DIR.')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 refused or found something wrong, 2 wrong command line or a file that cannot be read, 3 database or event store not reachable.',
    )
    .version(releaseVersion)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) });
  program.addCommand(projectionCommands());
  program.addCommand(userCommands());
  program.addCommand(forgetCommands());
  program.addCommand(accountCommands());
  program.addCommand(analyticsCommands());
  program.addCommand(auditCommands());
  program.addCommand(billingCommands());
  program.addCommand(backupCommands());
  program.addCommand(vaultCommands());
  program.addCommand(logCommands());
  program.addCommand(webhookCommands());
  inherit(program);
  try {
    await program.parseAsync();
    return 0;
  } catch (error) {
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
}

/** Commander gives a group that is added as a whole neither the exit handling nor the output of its parent. */
function inherit(command: Command): void {
  for (const each of command.commands) {
    each.copyInheritedSettings(command);
    inherit(each);
  }
}

void main().then((code) => {
  process.exitCode = code;
});
