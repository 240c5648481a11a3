import { NotFound } from '@pps/kernel';
import type { ApiKey, ApiKeyState } from './api-key.decider';
import type { Principal } from '../users/principal';

/** The key, if it belongs to the caller's project and sandbox epoch. Throws `NotFound` also for a key of another project, so that nobody learns that it exists. */
export function requireApiKey(state: ApiKeyState, caller: Pick<Principal, 'projectId' | 'epoch'>): ApiKey {
  if (state.kind === 'none' || state.projectId !== caller.projectId || state.epoch !== caller.epoch) throw new NotFound('API key');
  return state;
}
