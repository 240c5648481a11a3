import type { StreamType } from '@pps/event-store';
import { apiKey, type ApiKeyState } from './api-key.decider';
import type { ApiKeyFact } from './api-key.events';

/** `apikey-<keyId>`: what an API key may do, until it is revoked. The id is derived from the key, so a request's key leads to its stream without a table. */
export const apiKeyStream: StreamType<ApiKeyState, ApiKeyFact> = {
  category: 'apikey',
  decider: apiKey,
  facts: {
    ApiKeyCreated: 1,
    ApiKeyUpdated: 1,
    ApiKeyRevoked: 1,
  },
  sealed: { ApiKeyCreated: ['name'], ApiKeyUpdated: ['name'] },
  snapshot: { version: 2, every: 200 },
};
