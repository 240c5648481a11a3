import { canonicalize } from 'json-canonicalize';

/** One text for the same JSON, in whatever order its fields came. */
export const contentOfJson = (value: unknown): string => canonicalize(value);
