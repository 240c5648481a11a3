const format = new Intl.NumberFormat('en');

/** A count as people read it. */
export const countText = (count: number): string => format.format(count);
