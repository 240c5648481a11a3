/** Injection token of the process's `Identity`. */
export const IDENTITY = Symbol('Identity');
