import { decode, type RecordedFact } from '@pps/event-store';
import { importStream, type RowOutcome } from '@pps/imports/events';
import { timelineItem, type TimelineItem } from '@pps/pins';

export interface ImportedAs {
  readonly pinId: string;
  readonly scheduleId: string | undefined;
}

/** The import that a pin was a row of, and what became of that row. */
export const importItems = (recorded: readonly RecordedFact[], made: ImportedAs): TimelineItem[] =>
  recorded.flatMap((each) => {
    const fact = decode(importStream, each);
    if (fact?.type === 'ImportAccepted') {
      return [timelineItem(each, { status: 'importing', message: `A file of ${fact.data.totalRows} rows was accepted.` })];
    }
    if (fact?.type !== 'ImportRowsProcessed') return [];
    const rows = fact.data.rows.filter((row) => isOf(row, made));
    return rows.map((row) => timelineItem(each, { status: 'imported', message: wordsFor(row) }));
  });

const isOf = ({ pinId, scheduleId }: RowOutcome, made: ImportedAs): boolean =>
  pinId === made.pinId || (made.scheduleId !== undefined && scheduleId === made.scheduleId);

function wordsFor({ rowNumber, status, scheduleId }: RowOutcome): string {
  const what = scheduleId === undefined ? 'pin' : 'schedule';
  return status === 'existing'
    ? `Row ${rowNumber} of a file is this ${what}, which was there.`
    : `Row ${rowNumber} of the file became the ${what}.`;
}
