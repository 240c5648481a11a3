import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { defineProjection, oneByOne, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch, type EpochFact } from '@pps/workspaces/events';
import { countRows, importStream, type ImportFact } from '../import/import.stream';
import { importJobTable } from './import_jobs.tables';

/** Every import as it stands, one row each; the dispatcher finds here whose turn it is. */
export const importJobsProjection = defineProjection({
  name: 'import_jobs',
  version: 1,
  handles: factsOf(importStream).and(projectStream, ...epochFacts),
  tables: [importJobTable],
  project: oneByOne(projectImport),
  removePortion: removeOlderEpochs,
});

async function projectImport(fact: RecordedFact<ImportFact | EpochFact>, { tx, table, remove }: ProjectionContext): Promise<void> {
  const name = table('import_job');
  if (startsEpoch(fact)) {
    // Readers ask for the imports of the present epoch only.
    return remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
  }
  if (fact.type === 'ImportAccepted') return importJobTable.insertMissing(tx, name, [importJobTable.row(fact)]);
  const position = fact.position.toString();
  await tx(name)
    .where({ job_id: idOf(fact, importStream) })
    .andWhere('position', '<', position)
    .update({ ...changedColumns(fact, tx), position });
}

function changedColumns(fact: Exclude<ImportFact, { readonly type: 'ImportAccepted' }>, tx: ProjectionContext['tx']): object {
  switch (fact.type) {
    case 'ImportStarted':
      return { status: 'processing', started_at: fact.data.startedAt };
    case 'ImportRowsProcessed': {
      const { createdRows, existingRows, failedRows } = countRows(fact.data.rows);
      return {
        processed_rows: fact.data.rows.at(-1)?.rowNumber ?? 0,
        created_rows: tx.raw('created_rows + ?', [createdRows]),
        existing_rows: tx.raw('existing_rows + ?', [existingRows]),
        failed_rows: tx.raw('failed_rows + ?', [failedRows]),
      };
    }
    case 'ImportCancelRequested':
      return { is_canceled: true };
    case 'ImportCompleted': {
      const { failedRows, completedAt } = fact.data;
      return { status: failedRows > 0 ? 'completed_with_errors' : 'completed', ended_at: completedAt };
    }
    case 'ImportFailed':
      return { status: 'failed', ended_at: fact.data.failedAt };
  }
}

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const older = tx(table('import_job')).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('job_id');
  return tx(table('import_job')).whereIn('job_id', older).delete();
}
