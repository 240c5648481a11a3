import { cleanOutsideText, Invalid, type FieldError } from '@pps/kernel';
import { unreadableFile } from './decode-text';
import { errorColumn, importColumns } from './import-columns';
import { delimiters, namesIn } from './split-header';
import { trimBlanks } from './clean-cell';

const mostFaults = 20;
const longestShownName = 60;
const known: ReadonlySet<string> = new Set([...importColumns, errorColumn]);

/** The names of the columns, as fields are called; a blank one is ''. Throws `Invalid` for a row that has none of them, or unknown or doubled ones. */
export function readHeader(record: readonly string[]): string[] {
  const columns = record.map((name) => trimBlanks(name).toLowerCase());
  const named = columns.filter((name) => name !== '');
  const together = record.find((cell) => delimiters.some((sign) => namesIn(cell, sign) > 1));
  if (together !== undefined || named.some(isPadded)) {
    throw unreadableFile(
      'The names of all fields stand in one cell: open the file with the comma as separator, or fetch template.csv?delimiter=semicolon',
      'csv_header',
    );
  }
  if (!named.some((name) => known.has(name))) {
    throw unreadableFile(`The first row must have the names of fields: ${importColumns.join(', ')}`, 'csv_header');
  }
  const unknown = named.filter((name) => !known.has(name)).map((name) => columnFault(name, 'Unknown column', 'unknown_field'));
  const doubled = [...new Set(named.filter((name, index) => named.indexOf(name) !== index))];
  const faults = [...unknown, ...doubled.map((name) => columnFault(name, 'There are two columns of this name', 'duplicate_field'))];
  if (faults.length > 0) throw new Invalid(faults.slice(0, mostFaults));
  return columns;
}

/** A name with the separators of another program behind it: the whole row stood in one cell of a wider sheet. */
const isPadded = (name: string): boolean =>
  /^\w{1,60}[;,\t]/.test(name) && known.has(name.split(/[;,\t]/, 1)[0] ?? '') && /[;,\t]$/.test(name);

const columnFault = (name: string, msg: string, type: string): FieldError => ({
  loc: ['body', 'file', cleanOutsideText(name, longestShownName)],
  msg,
  type,
});
