/** SQL: the seconds from a moment, given as an SQL expression, until now by the database's clock; 0 for null and for what lies ahead. */
export const secondsSince = (moment: string): string => `greatest(0, extract(epoch from statement_timestamp() - (${moment})))::float8`;
