import type { RecordedFact } from '@pps/event-store';
import { tableFrom } from '@pps/read-store';
import type { ImportAccepted, ImportStatus } from '../import/import.stream';

export const importJobTable = tableFrom<RecordedFact<ImportAccepted>>()({
  name: 'import_job',
  meaning: 'Files of pins that were imported, one row each.',
  key: ['job_id'],
  indexes: ['(project_id, epoch, accepted_position desc)', "(project_id, accepted_position) where status in ('queued', 'processing')"],
  columns: {
    job_id: ['uuid', 'The import; stream import-<job_id> in the log.', ({ data }) => data.jobId],
    position: ['bigint not null', 'Where in the log its newest fact stands.', ({ position }) => position.toString()],
    accepted_position: [
      'bigint not null',
      'Where in the log it was accepted: the order of imports.',
      ({ position }) => position.toString(),
    ],
    project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ data }) => data.projectId],
    epoch: ['int not null', 'How often the project had been reset when it was accepted.', ({ data }) => data.epoch],
    organization_id: ['uuid not null', 'Organization the project belongs to.', ({ data }) => data.organizationId],
    source_type: ['text not null', 'json or csv.', ({ data }) => data.sourceType],
    source_filename: ['text', 'As the client called the file.', ({ data }) => data.sourceFilename ?? null],
    status: ['text not null', 'queued, processing, completed, completed_with_errors or failed.', (): ImportStatus => 'queued'],
    total_rows: ['int not null', 'Rows of the file.', ({ data }) => data.totalRows],
    processed_rows: ['int not null', 'Rows that are done.', (): number => 0],
    created_rows: ['int not null', 'Rows that became a pin or a schedule.', (): number => 0],
    existing_rows: ['int not null', 'Rows whose pin or schedule was there already.', (): number => 0],
    failed_rows: ['int not null', 'Rows that failed.', (): number => 0],
    is_canceled: ['boolean not null', 'Whether a client canceled it.', (): boolean => false],
    accepted_at: ['timestamptz not null', 'When the file came.', ({ data }) => data.acceptedAt],
    started_at: ['timestamptz', 'When its first row was begun.', (): string | null => null],
    ended_at: ['timestamptz', 'When nothing of it was left to do.', (): string | null => null],
  },
});
