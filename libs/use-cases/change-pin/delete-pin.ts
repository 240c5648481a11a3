import { releaseQuota } from '@pps/billing';
import type { AccessTokens } from '@pps/connections';
import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { markPinDeleted, type PinDeletion } from '@pps/pins';
import { describePin, pinStream, type PinView } from '@pps/pins/events';
import { PlatformError, type Platform } from '@pps/platform';
import type { PinChangeDeps } from './edit-pin';

export interface DeletePinDeps extends PinChangeDeps {
  readonly tokens: Pick<AccessTokens, 'use'>;
  readonly platform: Pick<Platform, 'deletePin'>;
}

interface Removal {
  readonly removed: boolean;
  /** What the platform calls it; null for one that was never published. */
  readonly platformPinId: string | null;
  /** Why it is still there, or never was. */
  readonly reason: string | null;
}

type RemovalOutcome = Omit<Removal, 'platformPinId'>;

/**
 * Deletes a pin, and with `fromPlatform` what it created on the platform first; null where that was not asked for. What the platform answers
 * never fails the call. Throws `Rejected('pin_publishing')` while an attempt may still create the pin.
 */
export async function deletePin(
  deps: DeletePinDeps,
  principal: Principal,
  pin: PinView,
  { fromPlatform }: { readonly fromPlatform: boolean },
): Promise<Removal | null> {
  // Only a published pin has an id of the platform, and no attempt is open for it: what is refused below was not removed before.
  const { platformPinId } = pin;
  const outcome = fromPlatform ? await removeFromPlatform(deps, pin) : null;
  const unlessPublished = fromPlatform && platformPinId === null;
  try {
    await appendPinDeletion(deps, principal, pin, { removedFromPlatform: outcome?.removed ?? false, unlessPublished });
  } catch (error) {
    if (!(error instanceof Rejected) || error.code !== 'pin_already_published') throw error;
    // It went out since it was read.
    const { state } = await deps.streams.load(pinStream, pin.pinId);
    if (state.kind === 'pin') return deletePin(deps, principal, describePin(state), { fromPlatform });
  }
  return outcome && { ...outcome, platformPinId };
}

/** A pin that is not there any more is removed. */
async function removeFromPlatform(
  { tokens, platform }: DeletePinDeps,
  { accountId, platformPinId, simulated }: PinView,
): Promise<RemovalOutcome> {
  if (platformPinId === null) return { removed: false, reason: 'pin_not_published' };
  if (simulated) return { removed: true, reason: null };
  try {
    await tokens.use(accountId, (accessToken) => platform.deletePin(accessToken, platformPinId));
    return { removed: true, reason: null };
  } catch (error) {
    if (error instanceof PlatformError) return refusalOf(error);
    if (error instanceof Rejected) return { removed: false, reason: error.code };
    throw error;
  }
}

function refusalOf({ kind, transient }: PlatformError): RemovalOutcome {
  if (kind === 'pin_not_found') return { removed: true, reason: null };
  if (kind === 'rate_limited' || kind === 'blocked') return { removed: false, reason: 'platform_rate_limited' };
  return { removed: false, reason: transient || kind === 'unclassified' ? 'platform_unavailable' : kind };
}

/** Deletes the pin in this service, then releases the unit of quota that it gives back. Throws `Rejected('pin_publishing' | 'pin_already_published')`, `NotFound`. */
export async function appendPinDeletion(
  { streams, clock }: Pick<DeletePinDeps, 'clock'> & { readonly streams: Pick<Streams, 'decide'> },
  principal: Principal,
  { pinId, projectId, epoch }: Pick<PinView, 'pinId' | 'projectId' | 'epoch'>,
  deletion: Omit<PinDeletion, 'at'>,
): Promise<void> {
  const now = clock();
  const [at, origin] = [now.toISOString(), originOfPrincipal(principal, now)];
  const unit = await markPinDeleted({ streams }, pinId, { ...deletion, at }, origin);
  if (!unit) return;
  const { month, entryId } = unit;
  const entry = { entryId, pinId, reason: 'schedule_canceled', at } as const;
  // What fails here is done by the process that answers the deletion.
  await releaseQuota({ streams }, { projectId, epoch, month }, entry, origin).catch(() => undefined);
}
