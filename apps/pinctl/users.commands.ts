import { forgetSubject } from '@pps/vault';
import { CommandRunner } from '@pps/event-store';
import { ForgetUser, ForgetUserHandler } from '@pps/identity';
import { isUuid, NotFound } from '@pps/kernel';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';

/** `pinctl users …`: what an operator does for, or at the wish of, a person. */
export function userCommands(): Command {
  const group = new Command('users').description('The people who have accounts.');
  group.addCommand(
    new Command('forget')
      .description(
        'Drops everything personal that is stored about a user, for good; the account stops working at once. A repeat finishes what is left.',
      )
      .argument('<id>', 'user', userId)
      .exitOverride()
      .action(async (id: string) => {
        await onInstallation(async ({ db, store }) => {
          const vault = { forget: (subject: string) => forgetSubject(db, subject) };
          const origin = { actor: { type: 'system', id: 'pinctl' }, occurredAt: new Date().toISOString() } as const;
          await new ForgetUserHandler(new CommandRunner(store), vault).execute(new ForgetUser(id, origin)).catch(throwRefusal);
        });
        console.log(`${id} is forgotten`);
      }),
  );
  return group;
}

function throwRefusal(error: unknown): never {
  throw error instanceof NotFound ? new CommandFailed('there is no such user', exitCodes.refused) : error;
}

function userId(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It takes the id of a user.');
}
