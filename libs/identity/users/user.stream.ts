import type { StreamType } from '@pps/event-store';
import { user } from './user.decider';
import type { UserFact } from './user.events';
import type { UserState } from './user.state';

/** `user-<userId>`: a person's account: registration, e-mail address, password, links, mails. */
export const userStream: StreamType<UserState, UserFact> = {
  category: 'user',
  decider: user,
  facts: {
    PasswordResetRequested: 1,
    EmailChangeRequested: 1,
    AlertMailRequested: 1,
    UserRegistered: 1,
    PasswordResetMailSent: 1,
    EmailChangeMailSent: 1,
    PasswordReset: 1,
    AlertMailSent: 1,
    SecurityMailRequested: 1,
    SecurityMailSent: 1,
    EmailVerificationRequested: 1,
    EmailChanged: 1,
    PasswordChanged: 1,
    VerificationMailSent: 1,
    EmailVerified: 1,
    UserRenamed: 1,
    PreferencesChanged: 1,
    GoogleLinked: 1,
    AccountDeletionRequested: 1,
    AccountDeletionCanceled: 1,
    UserForgotten: 1,
  },
  snapshot: { version: 7, every: 200 },
};
