import { pause } from '@pps/concurrency';
import { Streams } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { awaitLastCalls, closeGrants } from '@pps/pins';
import { findOrganization, forgetWorkspace, projectIdsOf } from '@pps/use-cases';
import { findForgetting, listForgettings, restartForgettings, type Forgetting } from '@pps/workspaces';
import { Command, InvalidArgumentError } from 'commander';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { CommandFailed, exitCodes } from './command-failed';
import { forgettingBody, forgettingsTable } from './forgetting-body';
import { readForgottenList } from './forgotten-list';
import { onInstallation, type Installation } from './on-installation';
import { showAnswer, type AnswerFlags } from './show-answer';

const shownAtMost = 100;
const listedAtMost = 1_000_000;

/** `pinctl forget …`: ends workspaces and their people for good, and says what is left of them. */
export function forgetCommands(): Command {
  const group = new Command('forget');
  group.addCommand(
    new Command('workspace')
      .description(
        'Ends a workspace and its person, at once and for good, and has everything stored of them erased. A repeat finishes what is left.',
      )
      .argument('<id>', 'organization, or the person who owns it', uuid)
      .action(async (id: string, flags: AnswerFlags) => {
        await onInstallation((installation) => forgetOn(installation, id));
        const text = `${id} is forgotten: nothing goes out any more. What is left to erase: pinctl forget status ${id}`;
        showAnswer(flags, { id, forgotten: true }, text);
      }),
    { isDefault: true },
  );
  group.addCommand(
    new Command('status')
      .description('What is left to erase; ends with 1 while something is.')
      .argument('[id]', 'organization or person; all by default', uuid)
      .action(async (id: string | undefined, flags: AnswerFlags) => {
        const found = await onInstallation(async ({ db }) =>
          id === undefined ? listForgettings(db, shownAtMost) : [await requireForgetting(db, id)],
        );
        showAnswer(flags, found.map(forgettingBody), found.length === 0 ? 'nobody was forgotten' : forgettingsTable(found));
        const open = found.filter(({ completedAt, step }) => completedAt === null && step !== 'due');
        if (open.length > 0) throw new CommandFailed(`${open.length} not complete`, exitCodes.refused);
      }),
  );
  group.addCommand(
    new Command('list')
      .description(
        'Everybody who was forgotten, a line of JSON each: keep it beside the backups, and give it to `forget again` after restoring one.',
      )
      .action(async (flags: AnswerFlags) => {
        const all = (await onInstallation(({ db }) => listForgettings(db, listedAtMost))).filter(({ step }) => step !== 'due').map(itemOf);
        showAnswer(flags, all, all.map((each) => JSON.stringify(each)).join('\n'));
      }),
  );
  group.addCommand(
    new Command('again')
      .description(
        'After a restore: erases all that the log says is forgotten once more, and forgets who is on the list and whom the log does not know as forgotten.',
      )
      .option('--list <file>', 'what `forget list` printed before')
      .action(async ({ list, ...flags }: AnswerFlags & { readonly list?: string }) => {
        const ids = list === undefined ? [] : readForgottenList(await readFile(list, 'utf8'));
        const again = await onInstallation(async (installation) => {
          let known = 0;
          for (const id of ids) if (await forgetOn(installation, id, { isAbsentFine: true })) known += 1;
          return { known, restarted: await restartForgettings(installation.db) };
        });
        const unknown = ids.length - again.known;
        const text = `${again.restarted} are erased again, ${again.known} of the list are forgotten, ${unknown} of it the log does not know`;
        showAnswer(flags, { ...again, unknown }, text);
      }),
  );
  return group;
}

/** Whether there was somebody to forget: then nothing of the workspace goes out any more. Throws `CommandFailed` for an id that is neither an organization's nor a person's, unless that is fine. */
export async function forgetOn(
  { store, db }: Pick<Installation, 'store' | 'db'>,
  id: string,
  { isAbsentFine = false } = {},
): Promise<boolean> {
  const streams = new Streams(store);
  const organization = await findOrganization(streams, id);
  if (organization === null) {
    // What an older backup does not know need not be forgotten there.
    if (isAbsentFine) return false;
    throw new CommandFailed('there is no such workspace or person', exitCodes.refused);
  }
  const actor = { type: 'system', id: `operator ${userInfo().username}` } as const;
  await forgetWorkspace(streams, organization.organizationId, { actor, occurredAt: new Date().toISOString() });
  const calls = { closeGrants: closeGrants.bind(null, db), streams, pause, monotonic: () => performance.now() };
  await awaitLastCalls(calls, { projectIds: projectIdsOf(organization) });
  return true;
}

async function requireForgetting(db: Installation['db'], id: string): Promise<Forgetting> {
  const found = await findForgetting(db, id);
  if (found) return found;
  throw new CommandFailed('nobody forgets it, or the service has not begun to', exitCodes.refused);
}

const itemOf = ({ organizationId, ownerUserId, forgottenAt }: Forgetting): object => ({
  organization_id: organizationId,
  user_id: ownerUserId,
  forgotten_at: forgottenAt,
});

function uuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It takes the id of an organization or a person.');
}
