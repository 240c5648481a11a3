import { newId } from '@pps/kernel';
import type { AuditedHistory } from './audited-history';
import { coveredUp, textOf, withFirst, withItem, withLine, without, type HistoryEdit } from './audited-files';
import { ownKeyId, ownPublicKey, signedAnew } from './own-public-key';
import { wordEdits } from './word-edits';

const first = ({ pins: [place = 0] }: AuditedHistory): number => place;
const half = '\ud83d';

/** What leaves everything proved that can be proved. */
export const harmlessEdits: readonly HistoryEdit[] = [
  { name: 'nothing', change: () => ({}), says: /^0 unproved, 0 sealed$/ },
  {
    name: 'the time of storing, of year 9999',
    change: (history) => withItem(history, first(history), (item) => ({ ...item, recorded_at: '9999-12-31T23:59:59.999Z' })),
    says: /^0 unproved, 0 sealed$/,
  },
  {
    name: 'the order of members and white space',
    change: (history) => ({
      export: textOf(history.lines.map((line) => ` ${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()))} \r`)),
    }),
    says: /^0 unproved, 0 sealed$/,
  },
  {
    name: 'letters as their escapes',
    change: (history) => withLine(history, first(history), (line) => line.replace('Door 0 🚪', '\\u0044oor 0 \\uD83D\\uDEAA')),
    says: /^0 unproved, 0 sealed$/,
  },
  {
    name: 'empty lines',
    change: (history) => ({ export: `\n${textOf(history.lines)}\n\n` }),
    says: /^0 unproved, 0 sealed$/,
  },
  {
    name: 'words taken out, as they are of somebody who was forgotten',
    change: (history) => withItem(history, first(history), (item) => without(item, 'opened', 'opened_keys')),
    says: /^0 unproved, [1-9]\d* sealed$/,
  },
];

const facts: readonly HistoryEdit[] = [
  {
    name: 'a fact dropped',
    change: (history) => ({ export: textOf(history.lines.filter((_, place) => place !== first(history))) }),
    leaf: first,
    says: /is missing, added or moved/,
  },
  {
    name: 'a fact dropped and covered up',
    change: (history) => coveredUp(history, (items) => items.filter((_, place) => place !== first(history))),
    says: /the root of \d+ leaves is not the one that was signed/,
  },
  {
    name: 'a fact altered',
    change: (history) => withItem(history, first(history), (item) => ({ ...item, data: { ...item.data, boardId: '1' } })),
    leaf: first,
    says: /the fact was changed/,
  },
  {
    name: 'a fact altered and covered up',
    change: (history) =>
      coveredUp(history, (items) => items.map((item, place) => (place === first(history) ? { ...item, type: 'PinEdited' } : item))),
    says: /the root of \d+ leaves is not the one that was signed/,
  },
  {
    name: 'a fact of year 9999',
    change: (history) =>
      withItem(history, first(history), (item) => ({ ...item, metadata: { ...item.metadata, occurredAt: '9999-12-31T23:59:59.999Z' } })),
    leaf: first,
    says: /the fact was changed/,
  },
  {
    name: 'half an emoji in a fact',
    change: (history) => withItem(history, first(history), (item) => ({ ...item, data: { ...item.data, source: half } })),
    leaf: first,
    says: /the fact was changed/,
  },
  {
    name: 'two facts reordered',
    change: ({ lines: [one = '', other = '', ...rest] }) => ({ export: textOf([other, one, ...rest]) }),
    leaf: () => 0,
    says: /is missing, added or moved/,
  },
  {
    name: 'a fact doubled',
    change: ({ lines: [one = '', ...rest] }) => ({ export: textOf([one, one, ...rest]) }),
    leaf: () => 1,
    says: /is missing, added or moved/,
  },
  {
    name: 'an export that ends before the checkpoint',
    change: ({ lines }) => ({ export: textOf(lines.slice(0, -1)) }),
    leaf: ({ lines }) => lines.length - 1,
    says: /the export ends before the checkpoint/,
  },
  { name: 'an export without a fact', change: () => ({ export: '' }), leaf: () => 0, says: /the export ends before the checkpoint/ },
  {
    name: 'somebody else as who did it',
    change: (history) => withItem(history, first(history), (item) => ({ ...item, actor: { type: 'user', id: newId() } })),
    leaf: first,
    says: /actor is not that of metadata/,
  },
  { name: 'the export of another project', change: (_, { lines }) => ({ export: textOf(lines) }), leaf: () => 0, says: /another history/ },
];

const readings: readonly HistoryEdit[] = [
  ['a name that stands twice', (line: string) => line.replace('"data":{', '"data":{"title":"Window"},"data":{')],
  ['a name that stands twice, written otherwise', (line: string) => line.replace('"boardId":', '"board\\u0049d":"1","boardId":')],
  ['a number that no reader can hold', (line: string) => line.replace('"revision":0', '"revision":1e400')],
  ['nothing written as such a number', (line: string) => line.replace('"position":', '"more":1e400,"position":')],
  ['a zero below zero', (line: string) => line.replace('"revision":0', '"revision":-0')],
  ['a number with digits that get lost', (line: string) => line.replace('"revision":0', '"revision":0.0')],
].map(([name, change]) => ({
  name: name as string,
  change: (history: AuditedHistory) => withLine(history, first(history), change as (line: string) => string),
  leaf: first,
  says: /readers would not agree/,
}));

const signatures: readonly HistoryEdit[] = [
  {
    name: 'checkpoints of another key, which is not known',
    change: (history) => ({ checkpoints: signedAnew(history, ownKeyId) }),
    says: /not signed by a known key/,
  },
  {
    name: 'checkpoints of another key, called like the known one',
    change: (history) => ({ checkpoints: signedAnew(history, JSON.parse(history.keys).items[0].key_id) }),
    says: /not signed by a known key/,
  },
  {
    name: 'another key in place of the known one',
    change: (history) => ({ keys: withFirst(history.keys, { public_key: ownPublicKey }) }),
    says: /not signed by a known key/,
  },
  {
    name: 'another key in place of the known one, and checkpoints of it',
    change: (history) => {
      const { key_id } = JSON.parse(history.keys).items[0];
      return { checkpoints: signedAnew(history, key_id), keys: withFirst(history.keys, { public_key: ownPublicKey }) };
    },
    says: /not signed by a known key/,
  },
  {
    name: 'another root',
    change: ({ checkpoints }) => ({ checkpoints: withFirst(checkpoints, { root_hash: '0'.repeat(64) }) }),
    says: /not signed by a known key/,
  },
  {
    name: 'another size',
    change: ({ checkpoints }) => ({ checkpoints: withFirst(checkpoints, { size: 1 }) }),
    says: /checkpoint of size 1 is not signed/,
  },
  {
    name: 'a signature cut off',
    change: ({ checkpoints }) => ({ checkpoints: withFirst(checkpoints, { signature: 'AAAA' }) }),
    says: /not signed by a known key/,
  },
  {
    name: 'a signature of another checkpoint',
    change: ({ checkpoints }) => ({ checkpoints: withFirst(checkpoints, { signature: JSON.parse(checkpoints).items[1].signature }) }),
    says: /not signed by a known key/,
  },
  { name: 'checkpoints of another project', change: (_, { checkpoints }) => ({ checkpoints }), says: /not signed by a known key/ },
];

/** What is not what was signed any more. */
export const foundEdits: readonly HistoryEdit[] = [
  ...facts,
  ...readings,
  ...wordEdits,
  ...signatures.map((edit) => ({ ...edit, leaf: () => null })),
];
