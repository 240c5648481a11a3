import type { Streams } from '@pps/event-store';
import { apiKeyOfDevice, codeHash, isDeviceCode, notePoll, type CreatedApiKey, type SessionHolders } from '@pps/identity';
import { deviceSignInStream, type DeviceSignInApproved } from '@pps/identity/events';
import { NotFound, Rejected } from '@pps/kernel';
import { createKey, type CreateKeyDeps } from '../api-keys/create-key';
import { findDeviceKey, type RepeatDeviceKeyDeps } from './repeat-device-key';

export interface PollDeviceDeps extends CreateKeyDeps, RepeatDeviceKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly live: RepeatDeviceKeyDeps['live'];
  readonly sessionHolders: Pick<SessionHolders, 'holderOf'>;
}

/** Why a terminal has no key: codes of RFC 8628 and RFC 6749. */
export type NoKeyYet = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant';

export type DevicePollOutcome =
  | { readonly refusal: NoKeyYet; readonly why: string }
  | { readonly refusal: null; readonly created: CreatedApiKey };

/** So long a key works that a terminal gets. */
export const deviceKeyDays = 90;

const refused = (refusal: NoKeyYet, why: string): DevicePollOutcome => ({ refusal, why });

/**
 * A terminal asks for its key. Once somebody approved it, the key is made, with what he may do now, and told: it is stored nowhere. Polls at once, and one
 * within a minute of a lost answer, get the same key.
 */
export async function pollDeviceSignIn(deps: PollDeviceDeps, deviceCode: string, clientId: string): Promise<DevicePollOutcome> {
  const now = deps.clock();
  const poll = isDeviceCode(deviceCode) ? await notePoll(deps.db, codeHash(deviceCode, deps.keys.API_KEY_HASH_KEY), now) : null;
  if (poll?.request.clientId !== clientId) return refused('invalid_grant', 'The device code is unknown');
  const { state: approval } = await deps.streams.load(deviceSignInStream, poll.request.requestId);
  const made = approval.kind === 'approved' ? await findDeviceKey(deps, deviceCode) : null;
  if (made) return repeated(made);
  if (poll.request.expiresAt <= now) return refused('expired_token', 'The code has expired: begin again');
  if (poll.isDenied) return refused('access_denied', 'The sign-in was declined in the browser');
  if (approval.kind === 'approved') return makeKey(deps, deviceCode, approval);
  if (poll.isTooFast) return refused('slow_down', 'Wait 5 seconds longer between two calls from now on');
  return refused('authorization_pending', 'Nobody has approved it in the browser yet');
}

const repeated = (made: CreatedApiKey | 'over'): DevicePollOutcome =>
  made === 'over' ? refused('invalid_grant', 'The device code was used') : { refusal: null, created: made };

async function makeKey(deps: PollDeviceDeps, deviceCode: string, approval: DeviceSignInApproved['data']): Promise<DevicePollOutcome> {
  const { userId: sub, projectId: project, sessionId: sid, sessionGeneration: gen, epoch, clientId, name, scopes, accountIds } = approval;
  const authTime = Math.floor(Date.parse(approval.approvedAt) / 1_000);
  const holder = await deps.sessionHolders.holderOf({ sub, project, sid, gen, authTime });
  if (holder?.epoch !== epoch) return refused('access_denied', 'The session in which it was approved has ended, or the sandbox was reset');
  const text = apiKeyOfDevice(deviceCode, holder.environment, deps.keys.API_KEY_HASH_KEY);
  const expiresAt = new Date(deps.clock().getTime() + deviceKeyDays * 86_400_000).toISOString();
  try {
    const asked = { name, permissions: { scopes, accountIds }, expiresAt, device: { text, clientId } };
    return { refusal: null, created: await createKey(deps, holder, asked) };
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof NotFound)) throw error;
    // A poll at the same moment may have made it, and taken the last room.
    const made = await findDeviceKey(deps, deviceCode);
    return made ? repeated(made) : refused('access_denied', error.message);
  }
}
