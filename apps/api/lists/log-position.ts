const largest = 2n ** 63n - 1n;

/** Whether a text is the position of a fact, as the read models hold it: digits that fit into a `bigint` of PostgreSQL. */
export const isLogPosition = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= largest;
