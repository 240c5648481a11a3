import type { RecordedFact } from '@pps/event-store';
import { uuidOf } from '../history-edits/made-history';

/** The facts of two projects in the order of the log. */
export type StoredLog = readonly RecordedFact[];

export interface EditedLog {
  readonly name: string;
  readonly log: StoredLog;
  /** Whether a fact stands elsewhere than the index has it, so that a reader by the index meets another one. */
  readonly isSeenByIndex: boolean;
  /** The first leaf of the project that differs once the log is indexed anew. */
  readonly place: number;
}

type Contents = Pick<RecordedFact, 'id' | 'type' | 'data' | 'metadata'>;

const contentsOf = ({ id, type, data, metadata }: RecordedFact): Contents => ({ id, type, data, metadata });
/** Room for a fact between any two. */
const between = 5n;

interface Target {
  readonly log: StoredLog;
  /** Of the project's facts, in order. */
  readonly own: StoredLog;
  readonly other: StoredLog;
  readonly at: number;
  readonly random: () => number;
}

const edits: Readonly<Record<string, (target: Target) => Pick<EditedLog, 'log' | 'isSeenByIndex'> & { readonly place?: number }>> = {
  flip: ({ log, own, at, random }) => {
    const fact = own[at] as RecordedFact;
    const changes: readonly Partial<Contents>[] = [
      { data: { ...(fact.data as object), title: `Changed ${random()}` } },
      { metadata: { ...fact.metadata, occurredAt: '2026-11-20T10:00:00.001Z' } },
      { type: `${fact.type}Not` },
      { id: uuidOf(random) },
    ];
    return { log: replaced(log, fact, changes[Math.floor(random() * changes.length)] ?? {}), isSeenByIndex: true };
  },
  drop: ({ log, own, at }) => {
    const gone = own[at] as RecordedFact;
    return { log: log.filter((fact) => fact !== gone), isSeenByIndex: true };
  },
  dropAndClose: ({ log, own, at }) => {
    const gone = own[at] as RecordedFact;
    const rest = log.filter((fact) => fact !== gone);
    return { log: rest.map((fact) => (isLater(fact, gone) ? { ...fact, revision: fact.revision - 1 } : fact)), isSeenByIndex: true };
  },
  insert: ({ log, own, at, random }) => {
    const before = own[at] as RecordedFact;
    const moved = log.map((fact) => (fact === before || isLater(fact, before) ? { ...fact, revision: fact.revision + 1 } : fact));
    const added = { ...before, id: uuidOf(random), position: before.position - between };
    return { log: inOrder([...moved, added]), isSeenByIndex: true };
  },
  /** At the end of a stream nothing else moves: only who reads the whole log meets it. */
  insertAtEnd: ({ log, own, at, random }) => {
    const { stream } = own[at] as RecordedFact;
    const last = log.filter((fact) => fact.stream === stream).at(-1) as RecordedFact;
    const added = { ...last, id: uuidOf(random), revision: last.revision + 1, position: last.position + between };
    return { log: inOrder([...log, added]), isSeenByIndex: false, place: own.indexOf(last) + 1 };
  },
  reorder: ({ log, own, at }) => {
    const [one, next] = [own[at] as RecordedFact, own[at + 1] as RecordedFact];
    return { log: replaced(replaced(log, one, contentsOf(next)), next, contentsOf(one)), isSeenByIndex: true };
  },
  truncate: ({ log, own, at }) => {
    const { position } = own[at] as RecordedFact;
    return { log: log.filter((fact) => fact.position < position), isSeenByIndex: true };
  },
  swap: ({ log, own, other, at }) => {
    const [mine, theirs] = [own[at] as RecordedFact, other[at] as RecordedFact];
    return { log: replaced(replaced(log, mine, contentsOf(theirs)), theirs, contentsOf(mine)), isSeenByIndex: true };
  },
};

/** The log with something changed that stands before the project's last checkpoint, of so many leaves, in a way that chance chooses. */
export function editStoredLog(
  random: () => number,
  log: StoredLog,
  { projectId, covered }: { readonly projectId: string; readonly covered: number },
): EditedLog {
  const [own, other] = [true, false].map((mine) => log.filter(({ metadata }) => (metadata.projectId === projectId) === mine));
  const names = Object.keys(edits);
  const name = names[Math.floor(random() * names.length)] as string;
  // Facts of one stream stand three in a row: what is added behind the last of them is still before the checkpoint.
  const at = Math.floor(random() * (covered - 3));
  const edited = edits[name]?.({ log, own: own ?? [], other: other ?? [], at, random });
  if (!edited) throw new Error(`there is no edit ${name}`);
  return { name, place: at, ...edited };
}

const isLater = (fact: RecordedFact, than: RecordedFact): boolean => fact.stream === than.stream && fact.revision > than.revision;
const replaced = (log: StoredLog, fact: RecordedFact, contents: Partial<Contents>): RecordedFact[] =>
  log.map((each) => (each.stream === fact.stream && each.revision === fact.revision ? ({ ...each, ...contents } as RecordedFact) : each));
const inOrder = (log: StoredLog): RecordedFact[] => [...log].sort((one, next) => Number(one.position - next.position));
