import { moveTables, type Migration } from '@pps/read-store';
import { mailCommentsMigration } from './mail-comments.migration';

/** The outbox was made by a migration of identity, which therefore runs before. */
export const mailMigrations: readonly Migration[] = [
  moveTables('mail/001-own-schema', 'mail', [{ from: 'mail_outbox', to: 'outbox' }]),
  mailCommentsMigration,
];
