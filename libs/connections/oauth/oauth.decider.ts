import { Rejected, type Decider } from '@pps/kernel';
import type { OAuthCompleted, OAuthFact, OAuthStarted } from './oauth.events';

export type OAuthState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'pending'; readonly request: OAuthStarted['data'] }
  | { readonly kind: 'completed'; readonly request: OAuthStarted['data'] };

export const oauth: Decider<OAuthState, OAuthFact> = {
  initial: { kind: 'absent' },
  evolve: (state, fact) => {
    if (fact.type === 'OAuthStarted') return { kind: 'pending', request: fact.data };
    return state.kind === 'absent' ? state : { kind: 'completed', request: state.request };
  },
};

/** Silent for a state that exists. */
export function startOAuth(request: OAuthStarted['data'], state: OAuthState): readonly OAuthFact[] {
  if (state.kind !== 'absent') return [];
  const { stateId, projectId, organizationId, environment, epoch, userId, accountId, starter, startedAt, expiresAt } = request;
  const project = { projectId, organizationId, environment, epoch };
  return [{ type: 'OAuthStarted', data: { stateId, ...project, userId, accountId, ...(starter && { starter }), startedAt, expiresAt } }];
}

/** Whether the consent can still be given at `at`. */
export const isPending = (state: OAuthState, at: string): state is Extract<OAuthState, { kind: 'pending' }> =>
  state.kind === 'pending' && at < state.request.expiresAt;

export const invalidOAuthState = (): Rejected => new Rejected('invalid_state', 'Invalid or expired OAuth state');

/** Uses the state up. Throws `Rejected('invalid_state')` when it is unknown, used or expired. */
export function completeOAuth({ outcome, completedAt }: OAuthCompleted['data'], state: OAuthState): readonly OAuthFact[] {
  if (!isPending(state, completedAt)) throw invalidOAuthState();
  return [{ type: 'OAuthCompleted', data: { outcome, completedAt } }];
}
