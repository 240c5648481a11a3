export { rootOfLeaves } from './checkpoints/sign-checkpoints';
export { isConsistent, rootOfInclusion } from './tree/node-hash';
export { rootAt } from './tree/prove';
