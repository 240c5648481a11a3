import { NotFound } from '@pps/kernel';
import type { ApiKey, ApiKeyState } from './api-key.decider';
import type { Principal } from '../users/principal';

/** The key when it is of the caller's project and epoch. Absent and foreign are the same: throws `NotFound`. */
export function ownApiKey(state: ApiKeyState, caller: Pick<Principal, 'projectId' | 'epoch'>): ApiKey {
  if (state.kind === 'none' || state.projectId !== caller.projectId || state.epoch !== caller.epoch) throw new NotFound('API key');
  return state;
}
