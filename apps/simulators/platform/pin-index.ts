import type { PinRecord } from './records';

/** Finds pins without walking all of them. */
export interface PinIndex {
  /** Live pins, oldest first. */
  ofBoard(boardId: string): readonly PinRecord[];
  /** How many pins that account has made with this content, deleted ones too. */
  equals(pin: PinRecord): number;
  add(pin: PinRecord): void;
  remove(pin: PinRecord): void;
}

export function indexPins(pins: Iterable<PinRecord>): PinIndex {
  const boards = new Map<string, PinRecord[]>();
  const contents = new Map<string, number>();
  const contentKey = (pin: PinRecord) => `${pin.account} ${pin.content}`;
  const index: PinIndex = {
    ofBoard: (boardId) => boards.get(boardId) ?? [],
    equals: (pin) => contents.get(contentKey(pin)) ?? 0,
    add: (pin) => {
      contents.set(contentKey(pin), index.equals(pin) + 1);
      if (pin.deletedMs !== null) return;
      const siblings = boards.get(pin.boardId);
      if (siblings === undefined) boards.set(pin.boardId, [pin]);
      else insert(siblings, pin);
    },
    remove: (pin) => {
      contents.set(contentKey(pin), index.equals(pin) - 1);
      const siblings = boards.get(pin.boardId) ?? [];
      boards.set(
        pin.boardId,
        siblings.filter((each) => each.id !== pin.id),
      );
    },
  };
  for (const pin of pins) index.add(pin);
  return index;
}

function insert(siblings: PinRecord[], pin: PinRecord): void {
  let at = siblings.length;
  while (at > 0 && (siblings[at - 1]?.order ?? 0) > pin.order) at -= 1;
  siblings.splice(at, 0, pin);
}
