export { rootOfLeaves } from './checkpoints/sign-checkpoints';
export { isConsistent } from './tree/is-consistent';
export { rootOfInclusion } from './tree/root-of-inclusion';
export { rootAt } from './tree/hash-ranges';
