const namesZone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/** The moment that a header names, in milliseconds since the Unix epoch; a date that names no zone is in UTC, as HTTP has it. NaN for what is none. */
export const httpDateMs = (text: string): number => Date.parse(namesZone.test(text) ? text : `${text} GMT`);
