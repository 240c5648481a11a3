import type { StreamType } from '@pps/event-store';
import type { OAuthFact } from './oauth.events';
import { oauth, type OAuthState } from './oauth.decider';

/** `oauth-<stateId>`: that a consent is used once: the second fact decides who used the state. */
export const oauthStream: StreamType<OAuthState, OAuthFact> = { category: 'oauth', decider: oauth };
