/** At most `room` items: in each round one of each group, the groups in the order of their keys, starting after the group `last`. */
export function takeRoundRobin<T>(items: readonly T[], keyOf: (item: T) => string, last: string, room: number): T[] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  const keys = [...groups.keys()].sort();
  const begin = keys.findIndex((key) => key > last);
  const inOrder = begin === -1 ? keys : [...keys.slice(begin), ...keys.slice(0, begin)];
  const chosen: T[] = [];
  for (let round = 0; chosen.length < Math.min(room, items.length); round++) {
    for (const key of inOrder) {
      const item = groups.get(key)?.[round];
      if (item !== undefined && chosen.length < room) chosen.push(item);
    }
  }
  return chosen;
}
