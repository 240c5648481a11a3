// ISO 8601 gives years outside of 0 to 9999 a sign and six digits, which PostgreSQL does not read.
const outside = new Map([
  ['+', '9999-12-31T23:59:59.999Z'],
  ['-', '0001-01-01T00:00:00.000Z'],
]);

/** A moment of a fact as PostgreSQL takes it: one outside of the years 0 to 9999 is the last or the first of them. */
export const storableMoment = (moment: string): string => outside.get(moment.charAt(0)) ?? moment;
