import type { ImportBodies, StoredRow } from '@pps/imports';
import type { Turns } from './turns';

/** The rows of files, in memory. */
export class PairBodies {
  readonly files = new Map<string, { readonly rows: readonly StoredRow[]; readonly isEnded: boolean }>();

  constructor(private readonly turns: Turns) {}

  seenBy(task: string): Pick<ImportBodies, 'save' | 'read' | 'keepFailedRows'> {
    const { turns, files } = this;
    const change = (work: () => void) => turns.at(task, { writes: ['bodies'] }, work);
    return {
      save: ({ jobId }, rows) => change(() => files.set(jobId, { rows, isEnded: false })),
      read: (jobId, fromRow, count) =>
        turns.at(task, { reads: ['bodies'] }, () =>
          [...(files.get(jobId)?.rows ?? [])].filter(({ rowNumber }) => rowNumber >= fromRow && rowNumber < fromRow + count),
        ),
      keepFailedRows: (jobId, numbers) =>
        change(() => {
          const file = files.get(jobId);
          if (file && !file.isEnded)
            files.set(jobId, { rows: file.rows.filter(({ rowNumber }) => numbers.includes(rowNumber)), isEnded: true });
        }),
    };
  }
}
