import type { Import } from '../import/import.state';

/** Which rows of an import that has ended a client may still fetch: those that failed, and those that it did not reach. */
export function rowNumbersToRetain({ results, totalRows }: Pick<Import, 'results' | 'totalRows'>): number[] {
  const failed = results.flatMap(({ rowNumber, status }) => (status === 'failed' ? rowNumber : []));
  const notReached = Array.from({ length: totalRows - results.length }, (_, index) => results.length + 1 + index);
  return [...failed, ...notReached];
}
