import { userStream } from '@pps/identity/events';
import { factsOf, type HandledFact } from '@pps/event-store';
import { defineProcess, type Database, type Process } from '@pps/read-store';

const handles = factsOf(
  userStream,
  'EmailVerificationRequested',
  'PasswordResetRequested',
  'EmailChangeRequested',
  'AlertMailRequested',
  'SecurityMailRequested',
  'VerificationMailSent',
  'EmailVerified',
  'PasswordResetMailSent',
  'PasswordReset',
  'EmailChangeMailSent',
  'EmailChanged',
  'AlertMailSent',
  'SecurityMailSent',
);

/** Maintains the outbox table: a row for each mail that was requested and not sent yet. The dispatcher offers them. */
export function mailOutbox(db: Database): Process<null> {
  return defineProcess({
    name: 'mail-outbox',
    startsAt: 'beginning',
    handles,
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await applyToRows(db, fact);
      return null;
    },
  });
}

async function applyToRows(db: Database, fact: HandledFact<typeof handles>): Promise<void> {
  const rows = db('mail.outbox');
  switch (fact.type) {
    case 'EmailVerificationRequested':
    case 'PasswordResetRequested':
    case 'EmailChangeRequested':
    case 'AlertMailRequested':
    case 'SecurityMailRequested': {
      const { requestId, userId, expiresAt } = fact.data;
      const sendAt = fact.type === 'AlertMailRequested' ? fact.data.sendAt : undefined;
      const offered = sendAt === undefined ? {} : { next_offer_at: sendAt };
      await rows
        .insert({ request_id: requestId, user_id: userId, expires_at: expiresAt, ...offered })
        .onConflict('request_id')
        .ignore();
      return;
    }
    case 'VerificationMailSent':
    case 'EmailVerified':
    case 'PasswordResetMailSent':
    case 'PasswordReset':
    case 'EmailChangeMailSent':
    case 'EmailChanged':
    case 'AlertMailSent':
    case 'SecurityMailSent':
      if (fact.data.requestId !== undefined) await rows.where({ request_id: fact.data.requestId }).delete();
  }
}
