import type { Streams } from '@pps/event-store';
import { apiKeyOfDevice, codeHash, isDeviceCode, notePoll, type CreatedApiKey, type SessionHolders } from '@pps/identity';
import { apiKeyIdOf } from '@pps/identity';
import { apiKeyStream, deviceSignInStream, type DeviceSignInApproved } from '@pps/identity/events';
import { NotFound, Rejected } from '@pps/kernel';
import { createKey, type CreateKeyDeps } from '../api-keys/create-key';

export interface PollDeviceDeps extends CreateKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly sessionHolders: Pick<SessionHolders, 'holderOf'>;
}

/** Why a terminal has no key: codes of RFC 8628 and RFC 6749. */
export type NoKeyYet = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant';

export type DevicePollOutcome =
  { readonly refusal: NoKeyYet; readonly why: string } | { readonly refusal: null; readonly created: CreatedApiKey };

/** So long a key works that a terminal gets. */
export const deviceKeyDays = 90;

const refused = (refusal: NoKeyYet, why: string): DevicePollOutcome => ({ refusal, why });

/**
 * A terminal asks for its key. Once somebody approved it, the key is made, with what he may do now, and told this once: it is stored nowhere, and of two
 * polls at once one gets it.
 */
export async function pollDeviceSignIn(deps: PollDeviceDeps, deviceCode: string, clientId: string): Promise<DevicePollOutcome> {
  const now = deps.clock();
  const poll = isDeviceCode(deviceCode) ? await notePoll(deps.db, codeHash(deviceCode, deps.keys.API_KEY_HASH_KEY), now) : null;
  if (poll?.request.clientId !== clientId) return refused('invalid_grant', 'The device code is unknown');
  const { state: approval } = await deps.streams.load(deviceSignInStream, poll.request.requestId);
  if (approval.kind === 'approved' && (await isKeyMade(deps, deviceCode))) return refused('invalid_grant', 'The device code was used');
  if (poll.request.expiresAt <= now) return refused('expired_token', 'The code has expired: begin again');
  if (poll.isDenied) return refused('access_denied', 'The sign-in was declined in the browser');
  if (approval.kind === 'approved') return makeKey(deps, deviceCode, approval);
  if (poll.isTooFast) return refused('slow_down', 'Wait 5 seconds longer between two calls from now on');
  return refused('authorization_pending', 'Nobody has approved it in the browser yet');
}

/** Of either environment: the project is known to the approval, which may be the first of two at once. */
async function isKeyMade({ streams, keys: { API_KEY_HASH_KEY: key } }: PollDeviceDeps, deviceCode: string): Promise<boolean> {
  for (const environment of ['production', 'sandbox'] as const) {
    const { state } = await streams.load(apiKeyStream, apiKeyIdOf(apiKeyOfDevice(deviceCode, environment, key), key));
    if (state.kind !== 'none') return true;
  }
  return false;
}

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
    if (error instanceof Rejected && error.code === 'conflict') return refused('invalid_grant', 'The device code was used');
    if (error instanceof Rejected || error instanceof NotFound) return refused('access_denied', error.message);
    throw error;
  }
}
