import type { FormEvent } from 'react';
import { Dialog } from '../shown/dialog';
import { LongTextField, TextField } from '../shown/field';
import { Text } from '../shown/text';
import type { RefusedRow } from './refused-file';

interface MendRowDialogProps {
  readonly columns: readonly string[];
  readonly row: RefusedRow;
  /** As they stand now. */
  readonly cells: RefusedRow['cells'];
  /** The column at fault, where one is. */
  readonly field: string | null;
  readonly onClose: () => void;
  readonly onKeep: (cells: RefusedRow['cells']) => void;
  readonly onLeave: () => void;
}

/** One row of a file, cell by cell. */
export function MendRowDialog({ columns, row, cells, field, onClose, onKeep, onLeave }: MendRowDialogProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // Browsers send every line end as two characters: what was not touched stays what it was.
    const typed = (column: string): string => {
      const text = String(form.get(column)).replaceAll('\r\n', '\n');
      return text === cells[column]?.replaceAll('\r\n', '\n') ? cells[column] : text;
    };
    onKeep(Object.fromEntries(columns.map((column) => [column, typed(column)])));
  };
  return (
    <Dialog title="Mend a row" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <p className="fault">
          <Text>{row.reason}</Text>
        </p>
        {row.homeless.length > 0 && (
          <p>
            Under no column, and not sent: <Text>{row.homeless.join(', ')}</Text>
          </p>
        )}
        {columns.map((column) => {
          const text = cells[column] ?? '';
          const Cell = column === 'description' || /[\r\n]/.test(text) ? LongTextField : TextField;
          return <Cell key={column} label={column} name={column} defaultValue={text} {...(column === field && { fault: 'At fault.' })} />;
        })}
        <p className="hint">A ' before = + - or @ keeps spreadsheets from running the cell; the import takes it away.</p>
        <div className="actions">
          <button type="button" onClick={onClose}>
            Close
          </button>
          <button type="button" onClick={onLeave}>
            Do not send it
          </button>
          <button className="main">Keep</button>
        </div>
      </form>
    </Dialog>
  );
}
