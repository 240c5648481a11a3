import { laterMoment, type Decider } from '@pps/kernel';
import { applyAlert } from './apply-alert';
import { applySecurityMail } from './apply-security-mail';
import type { EmailChangeRequested } from './email-change.events';
import type { LinkKind, MailedLink } from './mailed-link.state';
import type { PasswordReset, PasswordResetRequested } from './password.events';
import type { EmailVerificationRequested, GoogleLinked, UserFact, UserRegistered } from './user.events';
import { firstSessionGeneration, type User, type UserState } from './user.state';

export const user: Decider<UserState, UserFact> = { initial: { kind: 'none' }, evolve };

const maxLinksOfKind = 5;

/** Silent when the user is registered already. */
export function decideRegisterUser(
  command: UserRegistered['data'],
  google: GoogleLinked['data'] | null,
  state: UserState,
): readonly UserFact[] {
  if (state.kind !== 'none') return [];
  return [{ type: 'UserRegistered', data: command }, ...(google ? [{ type: 'GoogleLinked', data: google } as const] : [])];
}

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
