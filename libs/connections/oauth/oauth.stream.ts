import { type Fact, Rejected, type Decider } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** A user was sent to the platform to consent; the state in the link names this stream. */
export type OAuthStarted = Fact<
  'OAuthStarted',
  {
    readonly stateId: string;
    readonly projectId: string;
    readonly organizationId: string;
    readonly environment: 'production' | 'sandbox';
    readonly epoch: number;
    readonly userId: string;
    /** The account to reconnect; null when the user may connect any account. */
    readonly accountId: string | null;
    /** The session, with the person's session generation then, or the API key that it was begun with: it ends with that. */
    readonly starter?: { readonly kind: 'session' | 'api_key'; readonly id: string; readonly generation?: number };
    readonly startedAt: string;
    readonly expiresAt: string;
  }
>;

/** The platform sent the user back: the state is used up. */
export type OAuthCompleted = Fact<'OAuthCompleted', { readonly outcome: 'granted' | 'denied'; readonly completedAt: string }>;

export type OAuthFact = OAuthStarted | OAuthCompleted;

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

/** `oauth-<stateId>`: one consent. It is used once, because only one append can be the stream's second fact. */
export const oauthStream: StreamType<OAuthState, OAuthFact> = {
  category: 'oauth',
  decider: oauth,
  facts: { OAuthStarted: 1, OAuthCompleted: 1 },
};
