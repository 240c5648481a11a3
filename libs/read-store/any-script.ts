/**
 * Compares and orders text as people of any language expect (Unicode collation, case of every script), whatever locale the database was made
 * with. For SQL, behind a column.
 */
export const anyScript = 'collate "und-x-icu"';

/** A pattern for `like` and `ilike` that finds the text anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** SQL: the seconds from a moment, given as an SQL expression, until now by the database's clock; 0 for null and for what lies ahead. */
export const secondsSince = (moment: string): string => `greatest(0, extract(epoch from statement_timestamp() - (${moment})))::float8`;
