import type { Decider } from '@pps/kernel';
import { alertsAfter } from './pending-alerts';
import type { EmailChangeRequested } from '../email-links/email-change.events';
import type { LinkKind, MailedLink } from '../email-links/mailed-link';
import type { PasswordResetRequested } from '../passwords/password.events';
import type { EmailVerificationRequested, GoogleLinked, UserFact, UserRegistered } from './user.events';
import type { User, UserState } from './user.state';

export const user: Decider<UserState, UserFact> = { initial: { kind: 'none' }, evolve };

const mostOpenOfAKind = 5;

/** Silent when the user is registered already. */
export function registerUser(command: UserRegistered['data'], google: GoogleLinked['data'] | null, state: UserState): readonly UserFact[] {
  if (state.kind !== 'none') return [];
  return [{ type: 'UserRegistered', data: command }, ...(google ? [{ type: 'GoogleLinked', data: google } as const] : [])];
}

function evolve(state: UserState, fact: UserFact): UserState {
  if (fact.type === 'UserRegistered') return registered(fact.data);
  return state.kind === 'registered' ? progress(state, fact) : state;
}

const registered = (data: UserRegistered['data']): User => ({
  kind: 'registered',
  ...data,
  emailVerifiedAt: null,
  sessionGeneration: 0,
  keptSessionId: null,
  links: [],
  preferences: {},
  googleSubjectHash: null,
  alerts: [],
});

function progress(state: User, fact: Exclude<UserFact, UserRegistered>): UserState {
  switch (fact.type) {
    case 'EmailVerificationRequested':
      return withLink(state, opened('verification', fact.data, fact.data.askedByUser ?? false));
    case 'PasswordResetRequested':
      return withLink(state, opened('password_reset', fact.data, true));
    case 'EmailChangeRequested':
      return withLink({ ...state, links: without(state, 'email_change') }, changeOf(fact.data));
    case 'VerificationMailSent':
    case 'PasswordResetMailSent':
    case 'EmailChangeMailSent':
      return { ...state, links: mailed(state.links, fact.data.requestId) };
    case 'EmailVerified':
      return {
        ...state,
        emailVerifiedAt: verifiedAt(state, fact.data.emailHash, fact.data.verifiedAt),
        links: without(state, 'verification'),
      };
    case 'PasswordReset':
      return newPassword(state, fact.data.passwordRef, null);
    case 'PasswordChanged':
      return newPassword(state, fact.data.passwordRef, fact.data.keptSessionId);
    case 'EmailChanged':
      return { ...state, profileRef: fact.data.profileRef, emailHash: fact.data.emailHash, emailVerifiedAt: null, links: [] };
    case 'UserRenamed':
      return { ...state, profileRef: fact.data.profileRef };
    case 'PreferencesChanged': {
      const { projectId, ...preferences } = fact.data;
      return { ...state, preferences: { ...state.preferences, [projectId]: preferences } };
    }
    case 'GoogleLinked': {
      const { subjectHash, emailHash, linkedAt } = fact.data;
      return { ...state, googleSubjectHash: subjectHash, emailVerifiedAt: verifiedAt(state, emailHash, linkedAt) };
    }
    case 'AlertMailRequested':
    case 'AlertMailSent':
      return { ...state, alerts: alertsAfter(state, fact) };
    case 'UserForgotten':
      return { kind: 'forgotten', userId: state.userId, organizationId: state.organizationId };
  }
}

const without = ({ links }: User, kind: LinkKind): readonly MailedLink[] => links.filter((link) => link.kind !== kind);

const mailed = (links: readonly MailedLink[], requestId: string): readonly MailedLink[] =>
  links.map((link) => (link.requestId === requestId ? { ...link, mailSent: true } : link));

const verifiedAt = (state: User, emailHash: string, at: string): string | null =>
  state.emailVerifiedAt ?? (emailHash === state.emailHash ? at : null);

const newPassword = (state: User, passwordRef: string, keptSessionId: string | null): User => ({
  ...state,
  passwordRef,
  keptSessionId,
  sessionGeneration: state.sessionGeneration + 1,
  links: without(state, 'password_reset'),
});

function withLink(state: User, link: MailedLink): User {
  const others = state.links.filter(({ kind }) => kind !== link.kind);
  const same = state.links.filter(({ kind }) => kind === link.kind);
  return { ...state, links: [...others, ...[...same, link].slice(-mostOpenOfAKind)] };
}

function opened(
  kind: LinkKind,
  {
    requestId,
    emailHash,
    tokenHash,
    tokenRef,
    requestedAt,
    expiresAt,
  }: EmailVerificationRequested['data'] | PasswordResetRequested['data'],
  countsForPause: boolean,
): MailedLink {
  return { kind, requestId, emailHash, tokenHash, tokenRef, requestedAt, expiresAt, countsForPause, mailSent: false, change: null };
}

function changeOf(data: EmailChangeRequested['data']): MailedLink {
  const { newEmailHash, newAddressRef } = data;
  return { ...opened('email_change', data, true), change: { newEmailHash, newAddressRef } };
}
