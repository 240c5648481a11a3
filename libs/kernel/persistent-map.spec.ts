import { emptyMap, entriesIn, sizeOf, valueIn, withEntry, withoutEntry, type PersistentMap } from '.';
import { countReads } from './testing';

const keys = (n: number) => Array.from({ length: n }, (_, index) => `key ${index}`);
const mapOf = (n: number) => keys(n).reduce((map, key, index) => withEntry(map, key, index), emptyMap as PersistentMap<number>);

it('answers like a Map after thousands of additions, changes and removals, and is what JSON can hold', () => {
  const model = new Map<string, number>();
  let map: PersistentMap<number> = emptyMap;
  for (let step = 0; step < 20_000; step++) {
    const key = `key ${(step * 7_919) % 3_001}`;
    const isRemoval = step % 3 === 0;
    map = isRemoval ? withoutEntry(map, key) : withEntry(map, key, step);
    if (isRemoval) model.delete(key);
    else model.set(key, step);
    if (step % 500 === 0) map = JSON.parse(JSON.stringify(map)) as PersistentMap<number>;
    expect(sizeOf(map)).toBe(model.size);
  }
  expect(new Map(entriesIn(map))).toEqual(model);
  for (const key of keys(3_001)) expect(valueIn(map, key)).toBe(model.get(key));
});

it('leaves the map that it was made from as it was', () => {
  const before = mapOf(100);
  const copy = structuredClone(before);
  withEntry(withoutEntry(before, 'key 1'), 'key 2', -1);
  expect(before).toEqual(copy);
  expect(withoutEntry(before, 'absent')).toBe(before);
});

it('is empty again when every entry is gone', () => {
  expect(keys(1_000).reduce<PersistentMap<number>>(withoutEntry, mapOf(1_000))).toEqual(emptyMap);
});

it('takes keys that objects stumble over, and keys of one hash', () => {
  const odd = ['__proto__', 'constructor', '', '\0', '\ud83d', '😀'];
  const map = odd.reduce((all, key, index) => withEntry(all, key, index), mapOf(100));
  expect(odd.map((key) => valueIn(map, key))).toEqual(odd.map((_, index) => index));
  expect(valueIn(mapOf(100), 'toString')).toBeUndefined();
});

it.each<[string, (map: PersistentMap<number>) => unknown]>([
  ['an addition', (map) => withEntry(map, 'new', 1)],
  ['a removal', (map) => withoutEntry(map, 'key 7')],
  ['a question', (map) => valueIn(map, 'key 7')],
])('reads a few dozen fields of 100,000 entries for %s', (_, work) => {
  expect(countReads(mapOf(100_000), work).reads).toBeLessThan(400);
});
