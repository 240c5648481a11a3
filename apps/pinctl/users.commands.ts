import { Streams, type EventStore } from '@pps/event-store';
import { DisableSecondFactor, disableSecondFactor } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { isUuid } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { removeEntries } from '@pps/vault';
import { Command, InvalidArgumentError } from 'commander';
import { userInfo } from 'node:os';
import { CommandFailed, exitCodes } from './command-failed';
import { forgetOn } from './forget.commands';
import { onInstallation } from './on-installation';
import { showAnswer, type AnswerFlags } from './show-answer';

/** `pinctl users …`: what an operator does for, or at the wish of, a person. */
export function userCommands(): Command {
  const group = new Command('users');
  group.addCommand(
    new Command('forget')
      .description(
        'The same as `pinctl forget` of the workspace that the person owns: ends both for good and erases what is stored of them.',
      )
      .argument('<id>', 'user', userId)
      .exitOverride()
      .action(async (id: string, flags: AnswerFlags) => {
        await onInstallation((installation) => forgetOn(installation, id));
        showAnswer(flags, { id, forgotten: true }, `${id} is forgotten; what is left to erase: pinctl forget status ${id}`);
      }),
  );
  group.addCommand(
    new Command('disable-second-factor')
      .description(
        'Lets a user who has lost the authenticator app and the recovery codes sign in without; the owner is told by mail. Make sure who asks.',
      )
      .argument('<id>', 'user', userId)
      .exitOverride()
      .action(async (id: string, flags: AnswerFlags) => {
        const wasOn = await onInstallation(({ db, store }) => disableSecondFactorOf(id, db, store));
        const text = wasOn ? `${id} signs in without a second factor now` : `${id} has no second factor`;
        showAnswer(flags, { id, changed: wasOn }, text);
      }),
  );
  return group;
}

async function disableSecondFactorOf(id: string, db: Database, store: EventStore): Promise<boolean> {
  const streams = new Streams(store);
  const { state: user } = await streams.load(userStream, id);
  if (user.kind !== 'registered') throw new CommandFailed('there is no such user', exitCodes.refused);
  const actor = { type: 'system', id: `operator ${userInfo().username}` } as const;
  const origin = { organizationId: user.organizationId, actor, occurredAt: new Date().toISOString() };
  const vault = { remove: (refs: readonly string[]) => removeEntries(db, refs) };
  return disableSecondFactor({ streams, vault }, new DisableSecondFactor(id, 'operator', origin));
}

function userId(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It takes the id of a user.');
}
