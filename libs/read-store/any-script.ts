/**
 * Compares and orders text as people of any language expect (Unicode collation, case of every script), whatever locale the database was made
 * with. For SQL, behind a column.
 */
export const anyScript = 'collate "und-x-icu"';

/** A pattern for `like` and `ilike` that finds the text anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
