import type {
  AlertMailRequested,
  EmailChangeRequested,
  PasswordResetRequested,
  EmailVerificationRequested,
  UserFact,
} from '@pps/identity/events';
import type { RecordedFact } from '@pps/event-store';
import type { Database, Process } from '@pps/read-store';

const asking = [
  'EmailVerificationRequested',
  'PasswordResetRequested',
  'EmailChangeRequested',
  'AlertMailRequested',
] as const satisfies UserFact['type'][];

const ending = [
  'VerificationMailSent',
  'EmailVerified',
  'PasswordResetMailSent',
  'PasswordReset',
  'EmailChangeMailSent',
  'EmailChanged',
  'AlertMailSent',
] as const satisfies UserFact['type'][];

type Asking = EmailVerificationRequested | PasswordResetRequested | EmailChangeRequested | AlertMailRequested;
type Ending = Extract<UserFact, { readonly type: (typeof ending)[number] }>;

/** Keeps the rows of mails that the facts ask for and do not tell as sent; the dispatcher offers them. */
export function mailOutbox(db: Database): Process<null> {
  return {
    name: 'mail-outbox',
    startsAt: 'beginning',
    handles: [...asking, ...ending],
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await take(db, fact as RecordedFact<Asking | Ending>);
      return null;
    },
  };
}

async function take(db: Database, { type, data }: RecordedFact<Asking | Ending>): Promise<void> {
  const rows = db('mail.outbox');
  if (asking.some((candidate) => candidate === type)) {
    const { requestId, userId, expiresAt } = data as Asking['data'];
    await rows.insert({ request_id: requestId, user_id: userId, expires_at: expiresAt }).onConflict('request_id').ignore();
  } else if (data.requestId !== undefined) {
    await rows.where({ request_id: data.requestId }).delete();
  }
}
