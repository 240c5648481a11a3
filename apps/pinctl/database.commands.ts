import { Command } from 'commander';
import { describeDatabaseError, isDatabaseUnavailable, migrateAt } from '@pps/read-store';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { allMigrations } from '../foundation/all-migrations';
import { CommandFailed, exitCodes } from './command-failed';
import { showAnswer, type AnswerFlags } from './show-answer';

/** `pinctl database …`: the tables that are no read models. */
export function databaseCommands(): Command {
  const group = new Command('database');
  group
    .command('migrate')
    .description('Makes and changes the tables of this release, all or none, as every host does when it starts. A repeat changes nothing.')
    .action(async (flags: AnswerFlags) => {
      const { DATABASE_URL } = loadConfiguration(process.env);
      if (!DATABASE_URL) throw new CommandFailed('DATABASE_URL is not set', exitCodes.unreachable);
      await migrateAt(DATABASE_URL, allMigrations).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
        throw new CommandFailed(`the database cannot be reached (DATABASE_URL): ${describeDatabaseError(error)}`, exitCodes.unreachable);
      });
      showAnswer(flags, { migrated: true }, 'the tables are those of this release');
    });
  return group;
}
