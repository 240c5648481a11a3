import { Streams } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { endWaits, readParkedAccounts, type ParkedAccount } from '@pps/pins';
import { Command, InvalidArgumentError } from 'commander';
import { userInfo } from 'node:os';
import { alignColumns } from './align-columns';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';
import { showAnswer, type AnswerFlags } from './show-answer';

/** `pinctl accounts …`: accounts that the platform told to wait. */
export function accountCommands(): Command {
  const group = new Command('accounts');
  group
    .command('parked')
    .description('Lists the accounts of which nothing goes out now, until when, and how many of their pins wait.')
    .action(async (flags: AnswerFlags) => {
      const accounts = await onInstallation(({ db }) => readParkedAccounts(db));
      showAnswer(flags, accounts, listingOf(accounts));
    });
  group
    .command('unpark')
    .description('Lets an account go on at once, with the pins that were put off because of it.')
    .argument('<account-id>', 'id of the account', accountId)
    .action(async (id: string, flags: AnswerFlags) => {
      const pins = await unpark(id);
      showAnswer(flags, { account_id: id, pins_due: pins }, `${id} goes on; ${pins} pins that were put off are due now`);
    });
  return group;
}

/** How many of its pins are due now. Throws `CommandFailed` where the account waits for nothing. */
function unpark(id: string): Promise<number> {
  return onInstallation(async ({ db, store }) => {
    const actor = { type: 'system', id: `operator ${userInfo().username}` } as const;
    const { wasParked, pins } = await endWaits({ db, streams: new Streams(store), clock: () => new Date() }, id, actor);
    if (!wasParked && pins === 0) throw new CommandFailed(`the account ${id} is not parked`, exitCodes.refused);
    return pins;
  });
}

function listingOf(accounts: readonly ParkedAccount[]): string {
  if (accounts.length === 0) return 'no account is parked';
  const rows = accounts.map(({ accountId: id, parkedUntil, waitingPins }) => [id, parkedUntil.toISOString(), String(waitingPins)]);
  return alignColumns(['account', 'parked until', 'waiting pins'], rows);
}

function accountId(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('an id is a uuid.');
  return text.toLowerCase();
}
