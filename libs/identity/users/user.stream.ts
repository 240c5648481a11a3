import { laterMoment } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';
import type {
  EmailChangeRequested,
  PasswordReset,
  PasswordResetRequested,
  EmailVerificationRequested,
  UserFact,
  UserRegistered,
} from './user.events';
import { firstSessionGeneration, type LinkKind, type MailedLink, type User, type UserState, type PendingAlert } from './user.state';
import type { AlertMailFact, SecurityMailFact } from './user-mail.events';

const maxLinksOfKind = 5;
const maxMailsRetained = 20;

function evolve(state: UserState, fact: UserFact): UserState {
  if (fact.type === 'UserRegistered') return newUser(fact.data);
  return state.kind === 'registered' ? evolveRegistered(state, fact) : state;
}

const newUser = (data: UserRegistered['data']): User => ({
  kind: 'registered',
  ...data,
  emailVerifiedAt: null,
  sessionGeneration: firstSessionGeneration,
  keptSessionId: null,
  keysEndedAt: null,
  links: [],
  preferences: {},
  googleSubjectHash: null,
  alerts: [],
  securityMails: [],
  deletionDueAt: null,
});

function evolveRegistered(state: User, fact: Exclude<UserFact, UserRegistered>): UserState {
  switch (fact.type) {
    case 'EmailVerificationRequested':
      return withLink(state, newMailedLink('verification', fact.data, fact.data.askedByUser ?? false));
    case 'PasswordResetRequested':
      return withLink(state, newMailedLink('password_reset', fact.data, true));
    case 'EmailChangeRequested':
      return withLink({ ...state, links: linksWithout(state, 'email_change') }, newEmailChangeLink(fact.data));
    case 'VerificationMailSent':
    case 'PasswordResetMailSent':
    case 'EmailChangeMailSent':
      return { ...state, links: markMailed(state.links, fact.data.requestId) };
    case 'EmailVerified':
      return {
        ...state,
        emailVerifiedAt: verifiedAt(state, fact.data.emailHash, fact.data.verifiedAt),
        links: linksWithout(state, 'verification'),
      };
    case 'PasswordReset':
      return withProvenAddress(withPassword(state, fact.data.passwordRef, null), fact.data);
    case 'PasswordChanged':
      return withPassword(state, fact.data.passwordRef, fact.data.keptSessionId);
    case 'EmailChanged':
      return { ...state, profileRef: fact.data.profileRef, emailHash: fact.data.emailHash, emailVerifiedAt: null, links: [] };
    case 'UserRenamed':
      return { ...state, profileRef: fact.data.profileRef };
    case 'PreferencesChanged': {
      const { projectId, ...preferences } = fact.data;
      const changedAt = laterMoment(state.preferences[projectId]?.changedAt ?? '', preferences.changedAt);
      return { ...state, preferences: { ...state.preferences, [projectId]: { ...preferences, changedAt } } };
    }
    case 'GoogleLinked': {
      const { subjectHash, emailHash, linkedAt } = fact.data;
      return { ...state, googleSubjectHash: subjectHash, emailVerifiedAt: verifiedAt(state, emailHash, linkedAt) };
    }
    case 'AlertMailRequested':
    case 'AlertMailSent':
      return { ...state, alerts: applyAlert(state, fact) };
    case 'SecurityMailRequested':
    case 'SecurityMailSent':
      return { ...state, securityMails: applySecurityMail(state, fact) };
    case 'AccountDeletionRequested':
      return { ...state, deletionDueAt: fact.data.dueAt };
    case 'AccountDeletionCanceled':
      return { ...state, deletionDueAt: null };
    case 'UserForgotten':
      return { kind: 'forgotten', userId: state.userId, organizationId: state.organizationId };
  }
}

/** A change of address that was asked for before is void too, and so is the Google link: whoever had them may have been somebody else. */
const withProvenAddress = (state: User, { provenEmailHash, resetAt }: PasswordReset['data']): User =>
  provenEmailHash === undefined
    ? state
    : {
        ...state,
        emailVerifiedAt: verifiedAt(state, provenEmailHash, resetAt),
        keysEndedAt: resetAt,
        googleSubjectHash: null,
        links: [],
      };

const linksWithout = ({ links }: User, kind: LinkKind): readonly MailedLink[] => links.filter((link) => link.kind !== kind);

const markMailed = (links: readonly MailedLink[], requestId: string): readonly MailedLink[] =>
  links.map((link) => (link.requestId === requestId ? { ...link, mailSent: true } : link));

const verifiedAt = (state: User, emailHash: string, at: string): string | null =>
  state.emailVerifiedAt ?? (emailHash === state.emailHash ? at : null);

const withPassword = (state: User, passwordRef: string, keptSessionId: string | null): User => ({
  ...state,
  passwordRef,
  keptSessionId,
  sessionGeneration: state.sessionGeneration + 1,
  links: linksWithout(state, 'password_reset'),
});

function withLink(state: User, link: MailedLink): User {
  const others = state.links.filter(({ kind }) => kind !== link.kind);
  const same = state.links.filter(({ kind }) => kind === link.kind);
  return { ...state, links: [...others, ...[...same, link].slice(-maxLinksOfKind)] };
}

function newMailedLink(
  kind: LinkKind,
  {
    requestId,
    emailHash,
    tokenHash,
    tokenRef,
    requestedAt,
    expiresAt,
  }: EmailVerificationRequested['data'] | PasswordResetRequested['data'],
  delaysNextMail: boolean,
): MailedLink {
  return { kind, requestId, emailHash, tokenHash, tokenRef, requestedAt, expiresAt, delaysNextMail, mailSent: false, change: null };
}

function newEmailChangeLink(data: EmailChangeRequested['data']): MailedLink {
  const { newEmailHash, newAddressRef } = data;
  return { ...newMailedLink('email_change', data, true), change: { newEmailHash, newAddressRef } };
}

/** The user's alerts after a fact: 20 at most, of which those that wait for a later moment go last. */
function applyAlert({ alerts }: Pick<User, 'alerts'>, fact: AlertMailFact): User['alerts'] {
  if (fact.type === 'AlertMailRequested') return retained([...alerts, { ...fact.data, mailSent: false }]);
  return alerts.map((alert) => (alert.requestId === fact.data.requestId ? { ...alert, mailSent: true } : alert));
}

function retained(alerts: readonly PendingAlert[]): readonly PendingAlert[] {
  if (alerts.length <= maxMailsRetained) return alerts;
  const waitsForLater = ({ sendAt, mailSent }: PendingAlert) => sendAt !== undefined && !mailSent;
  const index = alerts.findIndex((alert) => !waitsForLater(alert));
  return alerts.toSpliced(Math.max(0, index), 1);
}

/** The user's security mails after a fact, the newest 20. */
function applySecurityMail({ securityMails }: Pick<User, 'securityMails'>, fact: SecurityMailFact): User['securityMails'] {
  if (fact.type === 'SecurityMailRequested') return [...securityMails, { ...fact.data, mailSent: false }].slice(-maxMailsRetained);
  return securityMails.map((mail) => (mail.requestId === fact.data.requestId ? { ...mail, mailSent: true } : mail));
}

/** `user-<userId>`: a person's account: registration, e-mail address, password, links, mails. */
export const userStream: StreamType<UserState, UserFact> = {
  category: 'user',
  decider: { initial: { kind: 'none' }, evolve },
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
