import type { Decider } from '@pps/kernel';
import type { EmailVerificationRequested, UserFact, UserRegistered } from './user.events';
import type { User, UserState } from './user.state';

export const user: Decider<UserState, UserFact> = { initial: { kind: 'none' }, evolve };

const mostOpenVerifications = 5;

/** Silent when the user is registered already. */
export function registerUser(command: UserRegistered['data'], state: UserState): readonly UserFact[] {
  return state.kind === 'registered' ? [] : [{ type: 'UserRegistered', data: command }];
}

function evolve(state: UserState, fact: UserFact): UserState {
  if (fact.type === 'UserRegistered') {
    return { kind: 'registered', ...fact.data, emailVerifiedAt: null, sessionGeneration: 0, verifications: [] };
  }
  return state.kind === 'registered' ? progress(state, fact) : state;
}

function progress(state: User, fact: Exclude<UserFact, UserRegistered>): User {
  switch (fact.type) {
    case 'PasswordReset':
      return { ...state, passwordRef: fact.data.passwordRef, sessionGeneration: state.sessionGeneration + 1 };
    case 'EmailVerificationRequested':
      return { ...state, verifications: [...state.verifications, opened(fact.data)].slice(-mostOpenVerifications) };
    case 'VerificationMailSent': {
      const { requestId } = fact.data;
      const sent = state.verifications.map((request) => (request.requestId === requestId ? { ...request, mailSent: true } : request));
      return { ...state, verifications: sent };
    }
    case 'EmailVerified': {
      const emailVerifiedAt = fact.data.emailHash === state.emailHash ? fact.data.verifiedAt : state.emailVerifiedAt;
      return { ...state, emailVerifiedAt, verifications: [] };
    }
  }
}

function opened({ requestId, emailHash, tokenHash, tokenRef, expiresAt }: EmailVerificationRequested['data']) {
  return { requestId, emailHash, tokenHash, tokenRef, expiresAt, mailSent: false };
}
