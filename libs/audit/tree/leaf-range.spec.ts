import { createHash } from 'node:crypto';
import { seededRandom } from '@pps/kernel/testing';
import { isConsistent, emptyRoot, nodeHash, rootOfInclusion } from './node-hash';
import { consistencyRanges, inclusionRanges, type LeafRange } from './leaf-range';

const leafOf = (bytes: Buffer): Buffer => createHash('sha256').update(Buffer.of(0)).update(bytes).digest();
const largestSize = 4_096;
const leaves = Array.from({ length: largestSize }, (_, index) => leafOf(Buffer.from(String(index))));
const known = new Map<string, Buffer>();

/** MTH(D[start:end]) word by word as RFC 9162, 2.1.1 has it. */
function rootOf({ start, end }: LeafRange, of: readonly Buffer[] = leaves): Buffer {
  if (start === end) return emptyRoot();
  if (end - start === 1) return of[start] as Buffer;
  const key = of === leaves ? `${start} ${end}` : '';
  const cached = known.get(key);
  if (cached) return cached;
  let split = 1;
  while (split * 2 < end - start) split *= 2;
  const root = nodeHash(rootOf({ start, end: start + split }, of), rootOf({ start: start + split, end }, of));
  if (key) known.set(key, root);
  return root;
}

const whole = (size: number) => rootOf({ start: 0, end: size });
const inclusion = (leaf: number, size: number) => inclusionRanges(leaf, size).map((range) => rootOf(range));
const consistency = (first: number, second: number) => consistencyRanges(first, second).map((range) => rootOf(range));

/** Every size up to 36, those around powers of two, and some between. */
const sizes = [
  ...Array.from({ length: 36 }, (_, index) => index + 1),
  ...[64, 256, 4096].flatMap((power) => [power - 1, power, power + 1]),
  ...[700, 3_001],
].filter((size) => size <= largestSize);
const someOf = (size: number): number[] =>
  [...new Set([0, 255, Math.floor(size / 2), size - 2, size - 1])].filter((n) => n >= 0 && n < size);

test('roots are those of the published test vectors', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const vectors = inputs.map((hex) => leafOf(Buffer.from(hex, 'hex')));
  const roots = Array.from({ length: 9 }, (_, size) => rootOf({ start: 0, end: size }, vectors).toString('hex'));
  expect(roots).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]);
});

test('every inclusion proof leads to the root, and with one hash changed, missing or added to another one', () => {
  for (const size of sizes) {
    for (const leaf of someOf(size)) {
      const path = inclusion(leaf, size);
      const rootBy = (hashes: readonly Buffer[], index = leaf, of = size) => rootOfInclusion(leaves[leaf] as Buffer, index, of, hashes);
      expect(rootBy(path)).toEqual(whole(size));
      for (const wrong of mutationsOf(path)) expect(rootBy(wrong)).not.toEqual(whole(size));
      if (size > 1) expect(rootBy(path, (leaf + 1) % size)).not.toEqual(whole(size));
    }
  }
});

test('every consistency proof holds for its two roots, and with one hash changed, missing or added does not', () => {
  for (const second of sizes) {
    for (const before of someOf(second)) {
      const first = before + 1;
      const proof = consistency(first, second);
      const roots = { first, firstRoot: whole(first), second, secondRoot: whole(second) };
      expect(isConsistent(roots, proof)).toBe(true);
      for (const wrong of mutationsOf(proof)) expect(isConsistent(roots, wrong)).toBe(false);
      if (first < second) {
        expect(isConsistent({ ...roots, firstRoot: roots.secondRoot }, proof)).toBe(false);
        expect(isConsistent({ ...roots, secondRoot: roots.firstRoot }, proof)).toBe(false);
      }
    }
  }
});

test('in trees of every size up to 4,096, a leaf and a smaller tree that chance chooses are proved, and one change that it chooses is refused', () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const random = seededRandom(seed);
  const below = (bound: number): number => Math.floor(random() * bound);
  const changed = (hashes: readonly Buffer[]): Buffer[] => {
    const mutations = mutationsOf(hashes);
    return mutations[below(mutations.length)] as Buffer[];
  };
  const faults: object[] = [];
  for (let size = 1; size <= largestSize; size++) {
    const [leaf, first] = [below(size), 1 + below(size)];
    const [path, proof] = [inclusion(leaf, size), consistency(first, size)];
    const isIncluded = (hashes: readonly Buffer[]) => rootOfInclusion(leaves[leaf] as Buffer, leaf, size, hashes)?.equals(whole(size));
    const roots = { first, firstRoot: whole(first), second: size, secondRoot: whole(size) };
    const holds = isIncluded(path) && isConsistent(roots, proof);
    const isFooled = isIncluded(changed(path)) || isConsistent(roots, changed(proof));
    if (!holds || isFooled) faults.push({ size, leaf, first });
  }
  expect({ seed, faults }).toEqual({ seed, faults: [] });
});

function mutationsOf(hashes: readonly Buffer[]): Buffer[][] {
  const flipped = hashes.map((_, at) => hashes.map((hash, index) => (index === at ? flip(hash) : hash)));
  return [
    ...flipped,
    ...(hashes.length > 0 ? [hashes.slice(1), hashes.slice(0, -1)] : []),
    [...hashes, emptyRoot()],
    [emptyRoot(), ...hashes],
  ];
}

const flip = (hash: Buffer): Buffer => Buffer.from(hash.map((byte, index) => (index === 7 ? byte ^ 1 : byte)));
