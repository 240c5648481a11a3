import type {
  AlertMailRequested,
  EmailChangeRequested,
  PasswordResetRequested,
  EmailVerificationRequested,
  UserFact,
} from '@pps/identity/events';
import type { RecordedFact } from '@pps/event-store';
import type { Database, Process } from '@pps/read-store';

const requesting = [
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

type Requesting = EmailVerificationRequested | PasswordResetRequested | EmailChangeRequested | AlertMailRequested;
type Ending = Extract<UserFact, { readonly type: (typeof ending)[number] }>;

/** Keeps the outbox table: a row for each mail that was requested and not sent yet. The dispatcher offers them. */
export function mailOutbox(db: Database): Process<null> {
  return {
    name: 'mail-outbox',
    startsAt: 'beginning',
    handles: [...requesting, ...ending],
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await applyToRows(db, fact as RecordedFact<Requesting | Ending>);
      return null;
    },
  };
}

async function applyToRows(db: Database, { type, data }: RecordedFact<Requesting | Ending>): Promise<void> {
  const rows = db('mail.outbox');
  if (requesting.some((candidate) => candidate === type)) {
    const { requestId, userId, expiresAt } = data as Requesting['data'];
    await rows.insert({ request_id: requestId, user_id: userId, expires_at: expiresAt }).onConflict('request_id').ignore();
  } else if (data.requestId !== undefined) {
    await rows.where({ request_id: data.requestId }).delete();
  }
}
