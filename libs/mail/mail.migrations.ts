import { describeTables, moveTables, type Migration } from '@pps/read-store';

export const mailCommentsMigration = describeTables('mail', 'Mails on their way out.', {
  outbox: {
    meaning: 'Mails that the facts ask for and that are not recorded as sent.',
    columns: {
      request_id: 'Id of the request, which the fact that asks for the mail has made.',
      user_id: 'Who gets it.',
      expires_at: 'It is not sent any more after this moment.',
      offers: 'How often it was offered to the workers.',
      next_offer_at: 'When it is offered next, unless it is recorded as sent before.',
    },
  },
});

/** The outbox was made by a migration of identity, which therefore runs before. */
export const mailMigrations: readonly Migration[] = [
  moveTables('mail/001-own-schema', 'mail', [{ from: 'mail_outbox', to: 'outbox' }]),
  mailCommentsMigration,
];
