import { requireJsonBounds } from '@pps/kernel';

/** Far more than the terms of any pin; a longer array is refused as text. */
const mostReadTerms = 1_000;

const isPlain = (term: string): boolean => term !== '' && term.trim() === term && !term.includes(',') && !term.startsWith('[');

/** Terms in one cell: separated by commas, or as a JSON array where one of them would not come back from that. */
export const writeTerms = (terms: readonly string[]): string => (terms.every(isPlain) ? terms.join(',') : JSON.stringify(terms));

/** What a cell of terms means: a JSON array, whatever is in it, or the text as it is, whose parts are separated by commas. */
export function readTerms(cell: string): string | unknown[] {
  if (!cell.trimStart().startsWith('[')) return cell;
  try {
    requireJsonBounds(Buffer.from(cell), mostReadTerms);
    const terms: unknown = JSON.parse(cell);
    return Array.isArray(terms) ? terms : cell;
  } catch {
    return cell;
  }
}
