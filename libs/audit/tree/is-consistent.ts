import { nodeHash } from './node-hash';

/** Whether a tree with `second` leaves begins with the one of `first` (RFC 9162, 2.1.4.2). */
export function isConsistent(
  { first, firstRoot, second, secondRoot }: { first: number; firstRoot: Buffer; second: number; secondRoot: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  if (first < 1 || first > second) return false;
  const [begin, ...rest] = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : proof;
  if (!begin) return false;
  let [fn, sn] = [first - 1, second - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [one, other] = [begin, begin];
  for (const hash of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [one, other] = [nodeHash(hash, one), nodeHash(hash, other)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else other = nodeHash(other, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && one.equals(firstRoot) && other.equals(secondRoot);
}
