import type { Fact } from '@pps/kernel';

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
