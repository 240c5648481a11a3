export type { Fact } from './fact';
export type { Decider } from './decider';
export { fold } from './decider';
export type { RejectionContext } from './rejected';
export { Rejected } from './rejected';
export type { FieldError } from './invalid';
export { Invalid } from './invalid';
export { NotFound } from './not-found';
export { newId, derivedId, isUuid } from './ids';
