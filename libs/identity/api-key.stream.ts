import type { StreamType } from '@pps/event-store';
import { apiKey, type ApiKeyState } from './api-key.decider';
import type { ApiKeyFact } from './api-key.events';

/** Keyed by `apiKeyId`: whoever holds a key can name its stream. */
export const apiKeyStream: StreamType<ApiKeyState, ApiKeyFact> = { category: 'apikey', decider: apiKey };
