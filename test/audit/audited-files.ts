import { leafOfLine, type HistoryLine } from '../campaigns/history-edits/made-history';
import type { AuditedHistory } from './audited-history';

/** What a verifier is given of a history: texts or bytes of files, null for a file that is not there. */
export interface AuditedFiles {
  readonly export: string | Buffer | null;
  readonly checkpoints: string | Buffer | null;
  readonly keys: string | Buffer | null;
  readonly id: string;
}

/** Something done to the files of a history, and what both verifiers have to say: `leaf` is the place that they name. */
export interface HistoryEdit {
  readonly name: string;
  readonly change: (history: AuditedHistory, other: AuditedHistory) => Partial<AuditedFiles>;
  readonly leaf?: (history: AuditedHistory) => number | null;
  readonly says: RegExp;
}

/** An exported line as somebody may have written over it. */
export type ExportedLine = HistoryLine & {
  opened?: Record<string, unknown>;
  opened_keys?: Record<string, string>;
  data: Record<string, unknown>;
};

export const untouched = ({ lines, checkpoints, keys, id }: AuditedHistory): AuditedFiles => ({
  export: textOf(lines),
  checkpoints,
  keys,
  id,
});

export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** An object without members of these names. */
export function without<T extends object>(item: T | undefined, ...names: readonly string[]): T {
  return Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => !names.includes(name))) as T;
}

/** The export with one line written over. */
export const withLine = ({ lines }: AuditedHistory, place: number, change: (line: string) => string): Pick<AuditedFiles, 'export'> => ({
  export: textOf(lines.map((line, index) => (index === place ? change(line) : line))),
});

/** The export with one item changed. */
export const withItem = (history: AuditedHistory, place: number, change: (item: ExportedLine) => object): Pick<AuditedFiles, 'export'> =>
  withLine(history, place, (line) => JSON.stringify(change(JSON.parse(line))));

/** The export with its items put into another order or other ones, by somebody who computes leaves and their places anew. */
export function coveredUp({ lines }: AuditedHistory, change: (items: ExportedLine[]) => ExportedLine[]): Pick<AuditedFiles, 'export'> {
  const items = change(lines.map((line) => JSON.parse(line)));
  return { export: textOf(items.map((item, leaf_index) => JSON.stringify({ ...item, leaf_index, leaf_hash: leafOfLine(item) }))) };
}

/** An answer with the first of its items changed. */
export function withFirst(answer: string, change: object): string {
  const [first, ...rest] = JSON.parse(answer).items;
  return JSON.stringify({ items: [{ ...first, ...change }, ...rest] });
}
