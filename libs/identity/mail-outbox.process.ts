import type { RecordedFact } from '@pps/event-store';
import type { Database, Process } from '@pps/read-store';
import type { EmailVerificationRequested, EmailVerified, UserFact, VerificationMailSent } from './user.events';

type MailFact = EmailVerificationRequested | VerificationMailSent | EmailVerified;

/** Keeps the rows of mails that the facts ask for and do not tell as sent; the dispatcher offers them. */
export function mailOutbox(db: Database): Process<null> {
  return {
    name: 'mail-outbox',
    startsAt: 'beginning',
    handles: ['EmailVerificationRequested', 'VerificationMailSent', 'EmailVerified'] satisfies UserFact['type'][],
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await take(db, fact as RecordedFact<MailFact>);
      return null;
    },
  };
}

async function take(db: Database, { type, data }: RecordedFact<MailFact>): Promise<void> {
  const rows = db('service.mail_outbox');
  if (type === 'EmailVerificationRequested') {
    const { requestId, userId, expiresAt } = data as EmailVerificationRequested['data'];
    await rows.insert({ request_id: requestId, user_id: userId, expires_at: expiresAt }).onConflict('request_id').ignore();
  } else {
    await rows.where({ request_id: data.requestId }).delete();
  }
}
