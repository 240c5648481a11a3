import type { StreamType } from '@pps/event-store';
import type { ConnectionFact } from './connection.events';
import { connection } from './connection.decider';
import type { ConnectionState } from './connection.state';

/** `connection-<accountId>`: the consent, the tokens and the health of one platform account of a project. */
export const connectionStream: StreamType<ConnectionState, ConnectionFact> = {
  category: 'connection',
  decider: connection,
  facts: {
    AccountConnected: 1,
    AccountReconnected: 1,
    TokenRefreshed: 1,
    ReconnectRequired: 1,
    AccountRevoked: 1,
    PlatformLimitLearned: 1,
  },
  unshown: ['PlatformLimitLearned'],
  snapshot: { version: 3, every: 200 },
};
