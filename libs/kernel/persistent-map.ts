/**
 * A map that is never changed: each addition or removal gives a new one that shares almost everything with the old one, so that it costs about the
 * same whether the map has ten entries or a million. It is what JSON can hold (so are its values), in no particular order.
 */
export type PersistentMap<Value> = Entries<Value> | Branch<Value>;

type Entry<Value> = readonly [key: string, value: Value];
type Entries<Value> = readonly Entry<Value>[];

interface Branch<Value> {
  readonly size: number;
  /** By the next four bits of the key's hash. */
  readonly parts: readonly PersistentMap<Value>[];
}

const bitsPerLevel = 4;
const width = 2 ** bitsPerLevel;
/** So many entries lie side by side; more are parted, unless the hash has no bits left. */
const mostEntries = 16;
const deepest = 32 / bitsPerLevel;

export const emptyMap: PersistentMap<never> = [];

export const sizeOf = (map: PersistentMap<unknown>): number => (isBranch(map) ? map.size : map.length);

/** The value of a key, or undefined. */
export function valueIn<Value>(map: PersistentMap<Value>, key: string): Value | undefined {
  let part = map;
  for (let hash = hashOf(key); isBranch(part); hash >>>= bitsPerLevel) part = part.parts[hash % width] ?? emptyMap;
  return part.find(([present]) => present === key)?.[1];
}

/** The map with this value for the key, in place of an earlier one. */
export const withEntry = <Value>(map: PersistentMap<Value>, key: string, value: Value): PersistentMap<Value> =>
  put(map, [key, value], hashOf(key), 0);

/** The map without the key: the same map where it is absent. */
export const withoutEntry = <Value>(map: PersistentMap<Value>, key: string): PersistentMap<Value> => remove(map, key, hashOf(key));

export function* entriesIn<Value>(map: PersistentMap<Value>): Generator<Entry<Value>, void> {
  if (!isBranch(map)) return yield* map;
  for (const part of map.parts) yield* entriesIn(part);
}

const isBranch = <Value>(map: PersistentMap<Value>): map is Branch<Value> => 'parts' in map;

function put<Value>(map: PersistentMap<Value>, entry: Entry<Value>, hash: number, level: number): PersistentMap<Value> {
  if (isBranch(map)) return withPart(map, hash % width, (part) => put(part, entry, hash >>> bitsPerLevel, level + 1));
  const entries = [...map.filter(([key]) => key !== entry[0]), entry];
  return entries.length <= mostEntries || level === deepest ? entries : parted(entries, level);
}

function parted<Value>(entries: Entries<Value>, level: number): PersistentMap<Value> {
  const parts = Array.from({ length: width }, (): Entry<Value>[] => []);
  for (const entry of entries) parts[(hashOf(entry[0]) >>> (level * bitsPerLevel)) % width]?.push(entry);
  return { size: entries.length, parts };
}

function remove<Value>(map: PersistentMap<Value>, key: string, hash: number): PersistentMap<Value> {
  if (!isBranch(map)) return map.some(([present]) => present === key) ? map.filter(([present]) => present !== key) : map;
  const left = withPart(map, hash % width, (part) => remove(part, key, hash >>> bitsPerLevel));
  return left !== map && left.size <= mostEntries / 2 ? [...entriesIn(left)] : left;
}

function withPart<Value>(branch: Branch<Value>, at: number, change: (part: PersistentMap<Value>) => PersistentMap<Value>): Branch<Value> {
  const before = branch.parts[at] ?? emptyMap;
  const after = change(before);
  if (after === before) return branch;
  return { size: branch.size + sizeOf(after) - sizeOf(before), parts: branch.parts.with(at, after) };
}

/** FNV-1a, 32 bits, then mixed so that each four bits depend on the whole key. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
