import { contentFieldList } from '@pps/pins/events';

/** The names of a CSV's columns: every field of a pin, and when it is to be published. */
export const importColumns: readonly string[] = [
  ...['account_id', 'board_id'],
  ...contentFieldList.map(({ wire }) => wire),
  ...['idempotency_key', 'run_at'],
];

/** Says in a list of failed rows why each has failed; taken back and ignored. */
export const errorColumn = 'error';
