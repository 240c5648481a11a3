import { describeTables } from '@pps/read-store';

export const importsCommentsMigration = describeTables('imports', 'What files of pins hold until their rows are done.', {
  body: {
    meaning: 'Files that were accepted; of one that has ended only the failed rows are left, for 30 days.',
    columns: {
      job_id: 'The import; stream import-<job_id> in the log.',
      project_id: 'Project it is for.',
      epoch: 'Epoch of the project.',
      received_at: 'When the file came.',
      ended_at: 'When all but its failed rows were removed; null while it waits or is worked off.',
    },
  },
  row: {
    meaning: 'Rows of these files.',
    columns: {
      job_id: 'The import.',
      row_number: 'Place in the file, from 1.',
      given: 'The row as the client gave it.',
      request: 'The pin that the row asks for; null where it could not be read.',
      fault: 'Why the row could not be read; null where it could.',
    },
  },
  rounded_key: {
    meaning: 'What programs that round numbers make of the keys of these files, for as long as the files are remembered.',
    columns: {
      project_id: 'Project of the import.',
      epoch: 'Epoch of the project.',
      content_hash: 'Of all that the row asked for, but its key.',
      rounded: 'The key as a program may write it.',
      key: 'The key as it was sent.',
      job_id: 'The newest import with such a row.',
    },
  },
});
