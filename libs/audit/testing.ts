export { rootOfLeaves } from './checkpoints/sign-checkpoints';
export { isConsistent, rootOfInclusion } from './tree/node-hash';
export { rootAt } from './tree/open-proofs';
export { growTrees } from './tree/tree.store';
