import { leafOfLine, uuidOf, type HistoryLine, type MadeHistory } from './made-history';
import { uglyValue } from './ugly-value';

export interface EditedHistory {
  readonly name: string;
  readonly lines: readonly HistoryLine[];
  /** The first leaf that is not what it was. */
  readonly place: number;
  /** Whether whoever edited it computed leaf_hash and leaf_index anew, so that only the root tells. */
  readonly covered: boolean;
}

type Edit = (lines: HistoryLine[], at: number, random: () => number, other: MadeHistory) => HistoryLine[];

const changes: readonly ((line: HistoryLine, random: () => number) => Partial<HistoryLine>)[] = [
  ({ data }, random) => ({ data: { ...(data as object), value: { ['changed ' + random()]: uglyValue(random, 2) } } }),
  ({ data }) => ({ data: { ...(data as object), title: 'Window' } }),
  ({ data }) => ({ data: { ...(data as object), more: null } }),
  ({ metadata }) => ({ metadata: { ...metadata, occurredAt: '2026-11-20T10:00:00.001Z' } }),
  ({ type }) => ({ type: `${type}Not` }),
  ({ revision }) => ({ revision: revision + 1 }),
  ({ stream }) => ({ stream: `${stream}0` }),
  (_, random) => ({ event_id: uuidOf(random) }),
];

const edits: Readonly<Record<string, Edit>> = {
  flip: (lines, at, random) => {
    const change = changes[Math.floor(random() * changes.length)] as (typeof changes)[number];
    return lines.map((line, index) => (index === at ? { ...line, ...change(line, random) } : line));
  },
  drop: (lines, at) => lines.filter((_, index) => index !== at),
  insert: (lines, at, random) => [...lines.slice(0, at), { ...(lines[at] as HistoryLine), event_id: uuidOf(random) }, ...lines.slice(at)],
  repeat: (lines, at) => [...lines.slice(0, at + 1), ...lines.slice(at)],
  reorder: (lines, at) => {
    const [one, other] = [lines[at] as HistoryLine, lines[at + 1] as HistoryLine];
    return [...lines.slice(0, at), other, one, ...lines.slice(at + 2)];
  },
  truncate: (lines, at) => lines.slice(0, at),
  swap: (lines, at, _, other) => lines.map((line, index) => (index === at ? (other.lines[at] as HistoryLine) : line)),
};

/** A history of which something before its last checkpoint was changed, in a way that chance chooses. */
export function editHistory(random: () => number, history: MadeHistory, other: MadeHistory): EditedHistory {
  const names = Object.keys(edits);
  const name = names[Math.floor(random() * names.length)] as string;
  const last = history.checkpoints.at(-1)?.size ?? 0;
  const at = Math.floor(random() * (last - 1));
  const edited = (edits[name] as Edit)([...history.lines], at, random, other);
  const covered = random() < 0.5;
  const lines = covered ? edited.map((line, index) => coverUp({ ...line, leaf_index: index })) : edited;
  return { name, lines, place: name === 'repeat' ? at + 1 : at, covered };
}

const coverUp = (line: HistoryLine): HistoryLine => ({ ...line, leaf_hash: leafOfLine(line) });
