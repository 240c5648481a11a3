import type { AuditedHistory } from './audited-history';
import { withItem, withLine, without, type HistoryEdit } from './audited-files';

const [first, second] = [({ pins: [place = 0] }: AuditedHistory) => place, ({ pins: [, place = 0] }: AuditedHistory) => place];
const half = '\ud83d';

const edits: readonly HistoryEdit[] = [
  {
    name: 'an opened word changed',
    change: (history) =>
      withItem(history, first(history), ({ opened, ...item }) => ({
        ...item,
        opened: { ...opened, content: { ...(opened?.['content'] as object), title: 'Window' } },
      })),
    says: /a word or a key was changed/,
  },
  {
    name: 'half an emoji of an opened word',
    change: (history) => withLine(history, first(history), (line) => line.replace('Door 0 🚪', 'Door 0 \\ud83d')),
    says: /a word or a key was changed/,
  },
  {
    name: 'a word of a list changed',
    change: (history) => withLine(history, first(history), (line) => line.replace('["door","blue"]', '["blue","door"]')),
    says: /a word or a key was changed/,
  },
  {
    name: 'the key of a word changed',
    change: (history) =>
      withItem(history, first(history), (item) => ({ ...item, opened_keys: { ...item.opened_keys, 'content.title': '0'.repeat(64) } })),
    says: /a word or a key was changed/,
  },
  {
    name: 'the keys of two words swapped',
    change: (history) =>
      withItem(history, first(history), (item) => {
        const { 'content.title': one = '', 'content.description': other = '' } = item.opened_keys ?? {};
        return { ...item, opened_keys: { ...item.opened_keys, 'content.title': other, 'content.description': one } };
      }),
    says: /a word or a key was changed/,
  },
  {
    name: 'the words and keys of two facts swapped',
    change: (history) => {
      const { opened, opened_keys } = JSON.parse(history.lines[second(history)] ?? '');
      return withItem(history, first(history), (item) => ({ ...item, opened, opened_keys }));
    },
    says: /a word or a key was changed/,
  },
  {
    name: 'a word with its key taken out',
    change: (history) =>
      withItem(history, first(history), (item) => ({
        ...item,
        opened: without(item.opened, 'contentHash'),
        opened_keys: without(item.opened_keys, 'contentHash'),
      })),
    says: /a word or a key was changed/,
  },
  {
    name: 'a word taken out',
    change: (history) => withItem(history, first(history), (item) => ({ ...item, opened: without(item.opened, 'contentHash') })),
    says: /one key for each word/,
  },
  {
    name: 'all keys taken out, so that a word could be changed',
    change: (history) => withItem(history, first(history), (item) => without(item, 'opened_keys')),
    says: /one key for each word/,
  },
  {
    name: 'a key that is none',
    change: (history) =>
      withItem(history, first(history), (item) => ({ ...item, opened_keys: { ...item.opened_keys, contentHash: half } })),
    says: /one key for each word/,
  },
  {
    name: 'a word opened of what is not sealed',
    change: (history) => withItem(history, first(history), ({ opened, ...item }) => ({ ...item, opened: { ...opened, boardId: '1' } })),
    says: /not sealed in data/,
  },
  {
    name: 'a word invented where nothing was written',
    change: (history) =>
      withItem(history, first(history), ({ opened, ...item }) => ({ ...item, opened: { ...opened, linkUrl: 'https://example.org' } })),
    says: /not sealed in data/,
  },
];

/** What somebody may do to opened words and their keys. */
export const wordEdits: readonly HistoryEdit[] = edits.map((edit) => ({ ...edit, leaf: first }));
