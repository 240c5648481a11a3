import { newId } from '@pps/kernel';
import { gzipSync } from 'node:zlib';
import { textOf, untouched, withItem, withLine, type HistoryEdit } from './audited-files';

const utf16 = (text: string | Buffer | null): Buffer => Buffer.from(`\ufeff${String(text)}`, 'utf16le');
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const zip = Buffer.from('UEsDBBQAAAAIAAAAIQBtc2cAAAAAAA==', 'base64');

const exports: readonly HistoryEdit[] = [
  { name: 'no export', change: () => ({ export: null }), says: /export\.ndjson: it does not exist$/ },
  {
    name: 'an export that is cut off',
    change: (history) => ({ export: textOf(history.lines).slice(0, -40) }),
    says: /line \d+ is not JSON/,
  },
  { name: 'a ZIP archive', change: () => ({ export: zip }), says: /ZIP archive: unpack it/ },
  { name: 'a ZIP archive that is cut off', change: () => ({ export: zip.subarray(0, 9) }), says: /ZIP archive: unpack it/ },
  { name: 'a compressed export', change: (history) => ({ export: gzipSync(textOf(history.lines)) }), says: /compressed: unpack it/ },
  {
    name: 'an export with a byte order mark',
    change: (history) => ({ export: `\ufeff${textOf(history.lines)}` }),
    says: /byte order mark/,
  },
  { name: 'an export in UTF-16', change: (history) => ({ export: utf16(textOf(history.lines)) }), says: /UTF-16/ },
  {
    name: 'an export in Latin-1',
    change: (history) => ({ export: Buffer.from(textOf(history.lines).replace('Painted', 'Gemält'), 'latin1') }),
    says: /line \d+ is not UTF-8/,
  },
  {
    name: 'a picture',
    change: () => ({ export: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]) }),
    says: /line 1 is not UTF-8/,
  },
  { name: 'a page', change: () => ({ export: '<!doctype html>\n<title>502</title>\n' }), says: /line 1 is not JSON/ },
  { name: 'an answer that says an error', change: () => ({ export: '{"error":{"code":"unauthorized"}}' }), says: /line 1 is not a fact/ },
  { name: 'a list', change: () => ({ export: '[]\n' }), says: /line 1 is not a fact/ },
  {
    name: 'NaN',
    change: (history) => withLine(history, 1, (line) => line.replace(/"position":\d+/, '"position":NaN')),
    says: /line 2 is not JSON/,
  },
  { name: 'a line of 17 MB', change: () => ({ export: Buffer.alloc(17 * 2 ** 20, ' ') }), says: /line 1 is longer than 16 MB/ },
  {
    name: 'a fact nested 100,000 deep',
    change: (history) => withLine(history, 1, (line) => line.replace('"data":', `"more":${nested(100_000)},"data":`)),
    says: /line 2 is nested deeper than 100/,
  },
  {
    name: 'nesting without an end',
    change: (history) => withLine(history, 1, () => '[{"a":'.repeat(100_000)),
    says: /line 2 is nested deeper than 100/,
  },
  { name: 'checkpoints as the export', change: ({ checkpoints }) => ({ export: checkpoints }), says: /line 1 is not a fact/ },
];

const answers: readonly HistoryEdit[] = [
  { name: 'no checkpoints', change: () => ({ checkpoints: null }), says: /checkpoints\.json: it does not exist$/ },
  {
    name: 'checkpoints and keys swapped',
    change: ({ checkpoints, keys }) => ({ checkpoints: keys, keys: checkpoints }),
    says: /checkpoints\.json: .*not an answer of \/v1\/audit\/checkpoints$/,
  },
  {
    name: 'checkpoints as keys',
    change: ({ checkpoints }) => ({ keys: checkpoints }),
    says: /keys\.json: .*not an answer of \/v1\/audit\/keys$/,
  },
  { name: 'an export as checkpoints', change: ({ lines }) => ({ checkpoints: textOf(lines) }), says: /checkpoints\.json: it is not JSON/ },
  { name: 'an empty file of keys', change: () => ({ keys: '' }), says: /keys\.json: it is not JSON/ },
  { name: 'keys that are cut off', change: ({ keys }) => ({ keys: keys.slice(0, -9) }), says: /keys\.json: it is not JSON/ },
  {
    name: 'checkpoints with a byte order mark',
    change: ({ checkpoints }) => ({ checkpoints: `\ufeff${checkpoints}` }),
    says: /checkpoints\.json: .*byte order mark/,
  },
  {
    name: 'checkpoints in UTF-16',
    change: ({ checkpoints }) => ({ checkpoints: utf16(checkpoints) }),
    says: /checkpoints\.json: .*UTF-16/,
  },
  { name: 'no checkpoint', change: () => ({ checkpoints: '{"items":[]}' }), says: /no checkpoint to prove anything by/ },
  { name: 'no key', change: () => ({ keys: '{"items":[]}' }), says: /no key to verify with/ },
  {
    name: 'a size that no reader can hold',
    change: ({ checkpoints }) => ({ checkpoints: checkpoints.replace(/"size":\d+/, '"size":1e400') }),
    says: /checkpoints\.json: .*RFC 8785/,
  },
  {
    name: 'a size that stands twice',
    change: ({ checkpoints }) => ({ checkpoints: checkpoints.replace('"size":', '"size":1,"size":') }),
    says: /checkpoints\.json: .*a name twice/,
  },
  { name: 'deeply nested keys', change: () => ({ keys: `{"items":${nested(5_000)}}` }), says: /keys\.json: it is nested deeper/ },
  { name: 'keys of 65 MB', change: () => ({ keys: Buffer.alloc(65 * 2 ** 20, ' ') }), says: /keys\.json: it is larger than 64 MB/ },
  { name: 'a list of nothing', change: () => ({ keys: '{"items":[null]}' }), says: /keys\.json: .*not an answer/ },
];

const ids: readonly HistoryEdit[] = [
  { name: 'the id of nobody', change: () => ({ id: newId() }), says: /is of WORKSPACE_ID: that is the id of something else$/ },
  { name: 'the id of another project', change: (_, { id }) => ({ id }), says: /is of WORKSPACE_ID/ },
  {
    name: 'the id of a pin',
    change: ({ lines, pins }) => ({ id: JSON.parse(lines[pins[0] ?? 0] ?? '').stream.slice('pin-'.length) }),
    says: /is of WORKSPACE_ID/,
  },
  { name: 'no id at all', change: () => ({ id: '' }), says: /WORKSPACE_ID is not an id/ },
  { name: 'a name for an id', change: () => ({ id: 'Ada’s workspace' }), says: /WORKSPACE_ID is not an id/ },
  {
    name: 'an id of nobody and no fact',
    change: () => ({ id: newId(), export: '' }),
    says: /no fact, and no checkpoint is of WORKSPACE_ID/,
  },
  {
    name: 'an id of nobody and a fact that was changed',
    change: (history) => ({ ...untouched(history), ...withItem(history, 2, (item) => ({ ...item, type: 'Other' })), id: newId() }),
    says: /is of WORKSPACE_ID/,
  },
];

/** Of which nothing can be said. */
export const unreadableEdits: readonly HistoryEdit[] = [...exports, ...answers, ...ids];
