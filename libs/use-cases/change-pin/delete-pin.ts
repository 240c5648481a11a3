import type { AccessTokens } from '@pps/connections';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { PinView } from '@pps/pins/events';
import { PlatformError, type Platform } from '@pps/platform';
import type { PinChangeDeps } from './append-pin-change';
import { appendPinDeletion } from './append-pin-deletion';

export interface DeletePinDeps extends PinChangeDeps {
  readonly tokens: Pick<AccessTokens, 'use'>;
  readonly platform: Pick<Platform, 'deletePin'>;
}

export interface Removal {
  readonly removed: boolean;
  /** Why it is still there, or never was. */
  readonly reason: string | null;
}

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
  const removal = fromPlatform ? await removeFromPlatform(deps, pin) : null;
  await appendPinDeletion(deps, principal, pin, { removedFromPlatform: removal?.removed ?? false });
  return removal;
}

/** A pin that is not there any more is removed. */
async function removeFromPlatform({ tokens, platform }: DeletePinDeps, { accountId, platformPinId, simulated }: PinView): Promise<Removal> {
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

function refusalOf({ kind, transient }: PlatformError): Removal {
  if (kind === 'pin_not_found') return { removed: true, reason: null };
  if (kind === 'rate_limited' || kind === 'blocked') return { removed: false, reason: 'platform_rate_limited' };
  return { removed: false, reason: transient || kind === 'unclassified' ? 'platform_unavailable' : kind };
}
