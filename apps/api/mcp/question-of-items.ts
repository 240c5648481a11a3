import type { Principal } from '@pps/identity';
import { cleanOutsideText } from '@pps/kernel';
import type { ProposedItem } from '@pps/use-cases';
import type { App } from '../../foundation/bind-app';
import { accountList } from '../connections/account-list';

type Names = ReadonlyMap<string, string>;

const longestWords = 120;

/** The question whether these may be done: each in a line, with what will be seen. */
export async function questionOfItems(
  app: Pick<App, 'profiles' | 'freshness' | 'db' | 'store'>,
  principal: Principal,
  items: readonly ProposedItem[],
): Promise<string> {
  const accounts = await accountList(app, principal, false);
  const names: Names = new Map(accounts.map(({ id, username }) => [id, `@${username ?? id}`]));
  const lines = items.map((item, index) => `${index + 1}. ${sentenceOf(item, names)}`);
  return ['Shall this be done?', ...lines].join('\n');
}

function sentenceOf(item: ProposedItem, names: Names): string {
  switch (item.action) {
    case 'publish':
      return `Publish ${shown(item.content)} ${placeOf(item, names)}, now.`;
    case 'schedule':
      return `Publish ${shown(item.content)} ${placeOf(item, names)}, at ${item.runAt}.`;
    case 'change_pin':
      return `Change the pin ${item.pinId}: ${changed({ board: item.boardId, ...item.changes })}.`;
    case 'change_schedule':
      return `Change the schedule ${item.scheduleId}: ${changed({ time: item.runAt, board: item.boardId, ...item.changes })}.`;
    case 'retry_pin':
      return `Publish the failed pin ${item.pinId} again${item.boardId === undefined ? '' : `, on the board ${item.boardId}`}${
        item.toAccountId === undefined ? '' : `, as ${names.get(item.toAccountId) ?? item.toAccountId}`
      }.`;
  }
}

const placeOf = ({ accountId, boardId }: { readonly accountId: string; readonly boardId: string }, names: Names): string =>
  `on the board ${boardId} of ${words(names.get(accountId) ?? accountId)}`;

const shown = ({
  title,
  description,
  linkUrl,
  imageUrl,
  assetId,
}: Extract<ProposedItem, { readonly action: 'publish' }>['content']): string =>
  [
    quoted(title),
    ...(description === undefined ? [] : [`that says ${quoted(description)}`]),
    ...(linkUrl === undefined ? [] : [`leading to ${words(linkUrl)}`]),
    `with the picture ${words(imageUrl ?? `of the file ${assetId ?? ''}`)}`,
  ].join(', ');

const changed = (changes: Readonly<Record<string, unknown>>): string =>
  Object.entries(changes)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} ${value === null ? 'is removed' : `becomes ${quoted(String(value))}`}`],
    )
    .join(', ') || 'nothing';

const quoted = (text: string | undefined): string => `“${words(text ?? '')}”`;

/** In one line, so that nothing that is shown can look like a line of ours. */
const words = (text: string): string => cleanOutsideText(text, longestWords).replace(/\s+/g, ' ');
