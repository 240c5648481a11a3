import type { StreamType } from '@pps/event-store';
import type { OAuthFact } from './oauth.events';
import { oauth, type OAuthState } from './oauth.decider';

/** `oauth-<stateId>`: one consent. It is used once, because only one append can be the stream's second fact. */
export const oauthStream: StreamType<OAuthState, OAuthFact> = {
  category: 'oauth',
  decider: oauth,
  facts: {
    OAuthStarted: 1,
    OAuthCompleted: 1,
  },
};
