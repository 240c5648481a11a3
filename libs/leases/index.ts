export type { Leadership } from './lease';
export { lead } from './lease';
export { ledDuties } from './led-duties';
