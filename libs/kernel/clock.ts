/** The present time; injected, so that tests and simulations choose it. */
export type Clock = () => Date;

/** Injection token of the process's `Clock`. */
export const CLOCK = Symbol('Clock');
