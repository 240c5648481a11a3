import type { Streams } from '@pps/event-store';
import { Rejected, type Clock } from '@pps/kernel';
import type { AttemptWindows } from '@pps/rate-limits';
import type { Database } from '@pps/read-store';
import type { Keys } from '@pps/runtime';
import type { KeyPermissions } from '../api-keys/key-permissions';
import { requireGrantable, type GrantableDeps } from '../authorizations/require-grantable';
import { originOfPrincipal, type Principal } from '../users/principal';
import { codeHash } from './device-codes';
import { denyDevice, findWaitingDevice, noteApproval, type DeviceRequest } from './device-requests.store';
import { decideApproveDeviceSignIn, deviceSignInStream, type DeviceSignInApproved } from './device-sign-in.stream';

export interface ApproveDeviceDeps extends GrantableDeps {
  readonly db: Database;
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly attemptWindows: Pick<AttemptWindows, 'count'>;
}

const windowMs = 600_000;
const mostCodes = { ofUser: 10, wrongOfAll: 1_000 } as const;

/**
 * The terminal that waits with this code, for somebody who is signed in; null for none. Nobody finds another one's by trying: each code that a person
 * tries counts before it is looked up, right ones too, and beyond ten throws `Rejected('rate_limited')`. Wrong codes of all people count as well; beyond that
 * bound only a wrong code is refused, as otherwise a few accounts could keep everybody from signing in.
 */
export async function findDeviceOfCode(app: ApproveDeviceDeps, userCode: string, userId: string): Promise<DeviceRequest | null> {
  const ofUser = await app.attemptWindows.count({ subject: 'device codes', source: userId }, windowMs);
  if (ofUser.attempts > mostCodes.ofUser) throw tooMany(ofUser);
  const found = await findWaitingDevice(app.db, { user_code_hash: codeHash(userCode, app.keys.API_KEY_HASH_KEY) }, app.clock());
  if (found) return found;
  const ofAll = await app.attemptWindows.count({ subject: 'wrong device codes' }, windowMs);
  if (ofAll.attempts > mostCodes.wrongOfAll) throw tooMany(ofAll);
  return null;
}

const tooMany = ({ secondsLeft }: { readonly secondsLeft: number }): Rejected =>
  new Rejected('rate_limited', 'Too many codes were tried', { retry_after_seconds: Math.ceil(secondsLeft) });

/** What the key is to be that a terminal gets. */
export interface DeviceGrant {
  readonly name: string;
  readonly permissions: KeyPermissions;
}

/**
 * Records that a person agreed to give a terminal a key; a repeat is silent. Throws `Rejected('conflict')` for an answer that differs from the first one, which
 * counts, `Rejected('invalid_token')` where it waits no more, `Rejected('insufficient_scope')`, `Rejected('account_not_permitted')` or `NotFound` for what the person does not have.
 */
export async function approveDeviceSignIn(app: ApproveDeviceDeps, requestId: string, holder: Principal, grant: DeviceGrant): Promise<void> {
  const now = app.clock();
  const request = await findWaitingDevice(app.db, { request_id: requestId }, now);
  if (!request) throw new Rejected('invalid_token', 'The terminal waits no more');
  const session = await requireGrantable(app, holder, grant.permissions);
  const { userId, organizationId, projectId, epoch } = holder;
  const approved: DeviceSignInApproved['data'] = {
    ...{ requestId, clientId: request.clientId, userId, organizationId, ...session, projectId, epoch },
    ...{ name: grant.name, ...grant.permissions },
    approvedAt: now.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
  };
  await app.streams.decide(deviceSignInStream, requestId, originOfPrincipal(holder, now), (state) =>
    decideApproveDeviceSignIn(approved, state),
  );
  await noteApproval(app.db, requestId, now);
}

/** What was agreed to for a terminal; null where nobody agreed yet. */
export async function findDeviceApproval(
  app: Pick<ApproveDeviceDeps, 'streams'>,
  requestId: string,
): Promise<DeviceSignInApproved['data'] | null> {
  const { state } = await app.streams.load(deviceSignInStream, requestId);
  return state.kind === 'none' ? null : state;
}

/** The terminal gets nothing; one that has its key already keeps it. */
export const denyDeviceSignIn = (app: Pick<ApproveDeviceDeps, 'db' | 'clock'>, requestId: string): Promise<void> =>
  denyDevice(app.db, requestId, app.clock());
