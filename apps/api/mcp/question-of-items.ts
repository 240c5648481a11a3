import type { Principal } from '@pps/identity';
import { cleanOutsideText } from '@pps/kernel';
import { contentFieldList, type PinContent } from '@pps/pins/events';
import { applyChanges } from '@pps/proposals';
import type { ContentChanges } from '@pps/proposals/events';
import { findPin, findSchedule, nameBoards, requireAccount, type ProposedItem } from '@pps/use-cases';
import type { App } from '../../foundation/bind-app';
import { accountList } from '../connections/account-list';

/** What is to be seen where, as it will be; `before`: as it is now. */
interface Shown {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
  readonly runAt?: string;
}

interface SubjectOfQuestion extends Shown {
  readonly does: string;
  readonly before?: Shown;
}

interface QuestionOfItems {
  readonly shown: string;
  /** The same with accounts and boards by their ids: what they are called may change, or not be known in time, between question and answer. */
  readonly unnamed: string;
}

/**
 * The question whether these may be done: each in a line, with everything that will be published and what of it is different. Throws as the changes
 * themselves would, for what is not there.
 */
export async function questionOfItems(app: App, principal: Principal, items: readonly ProposedItem[]): Promise<QuestionOfItems> {
  const accounts = await accountList(app, principal, false);
  const names = new Map(accounts.map(({ id, username }) => [id, username]));
  const subjects: SubjectOfQuestion[] = [];
  for (const item of items) subjects.push(await subjectOf(app, principal, item));
  const boardName = await nameBoards(app, principal, subjects);
  return {
    shown: asking(subjects, (shown) => ({ account: names.get(shown.accountId) ?? shown.accountId, board: boardName(shown) })),
    unnamed: asking(subjects, ({ accountId, boardId }) => ({ account: accountId, board: boardId })),
  };
}

type Place = Readonly<Record<'account' | 'board', string>>;

function asking(subjects: readonly SubjectOfQuestion[], placeOf: (shown: Shown) => Place): string {
  const lines = subjects.map(
    ({ does, before, ...shown }, index) => `${index + 1}. ${does}: ${partsOf(shown, placeOf(shown), before).join('; ')}.`,
  );
  return ['Shall this be done?', ...lines].join('\n');
}

async function subjectOf(app: App, principal: Principal, item: ProposedItem): Promise<SubjectOfQuestion> {
  const named = 'accountId' in item ? item.accountId : 'toAccountId' in item ? item.toAccountId : undefined;
  // The names of others' boards are asked for nobody, nor is the platform in their name.
  if (named !== undefined) await requireAccount(app, principal, named);
  switch (item.action) {
    case 'publish':
      return { does: 'Publish now', accountId: item.accountId, boardId: item.boardId, content: item.content };
    case 'schedule':
      return { does: 'Publish later', accountId: item.accountId, boardId: item.boardId, content: item.content, runAt: item.runAt };
    case 'change_pin': {
      const { accountId, boardId, content } = await findPin(app, principal, item.pinId);
      const before = { accountId, boardId, content };
      return { does: `Change the pin ${item.pinId} to`, before, ...changed(before, item) };
    }
    case 'change_schedule': {
      const { accountId, boardId, content, runAt } = await findSchedule(app, principal, item.scheduleId);
      const before = { accountId, boardId, content, runAt };
      return { does: `Change the schedule ${item.scheduleId} to`, before, ...changed(before, item), runAt: item.runAt ?? runAt };
    }
    case 'retry_pin': {
      const { accountId, boardId, content } = await findPin(app, principal, item.pinId);
      const before = { accountId, boardId, content };
      const target = { accountId: item.toAccountId ?? accountId, boardId: item.boardId ?? boardId };
      return { does: `Publish the failed pin ${item.pinId} again`, before, ...target, content };
    }
  }
}

const changed = (before: Shown, { boardId, changes }: { readonly boardId?: string; readonly changes: ContentChanges }): Shown => ({
  ...before,
  boardId: boardId ?? before.boardId,
  content: applyChanges(before.content, changes),
});

/** Everything of it that has a value; of what is different also what it was. */
function partsOf(shown: Shown, { account, board }: Place, before: Shown | undefined): readonly string[] {
  const part = (name: string, value: unknown, was: unknown, words = value): string[] => {
    const isChanged = before !== undefined && JSON.stringify(value) !== JSON.stringify(was);
    if (value === undefined) return isChanged ? [`${name} removed (was ${quoted(was)})`] : [];
    const former = was === undefined ? '(new)' : `(was ${quoted(was)})`;
    return [`${name} ${quoted(words)}${isChanged ? ` ${former}` : ''}`];
  };
  return [
    ...part('account', shown.accountId, before?.accountId, account),
    ...part('board', shown.boardId, before?.boardId, board),
    ...part('time', shown.runAt, before?.runAt),
    ...contentFieldList.flatMap(({ name, wire }) => part(wire.replaceAll('_', ' '), shown.content[name], before?.content[name])),
  ];
}

/** In one line and between quotation marks that nothing in it can end, so that nothing that is shown can look like words of ours. */
const quoted = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map(words) : words(value));

const words = (value: unknown): string =>
  cleanOutsideText(String(value), longestWords).replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** Longer than anything of a pin. */
const longestWords = 10_000;
