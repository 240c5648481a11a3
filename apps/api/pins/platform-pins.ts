import { Inject, Injectable } from '@nestjs/common';
import { AccessTokens } from '@pps/connections';
import { Rejected } from '@pps/kernel';
import type { Pin } from '@pps/pins/events';
import { PLATFORM, PlatformError, type Platform } from '@pps/platform';

export interface Removal {
  readonly removed: boolean;
  /** Why it is still there, or never was. */
  readonly reason: string | null;
}

/** Removes published pins from the platform. */
@Injectable()
export class PlatformPins {
  constructor(
    private readonly tokens: AccessTokens,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** Never throws for what the platform answers: whether it is gone, and if not why. A pin that is not there any more is gone. */
  async remove({ accountId, platformPinId, simulated }: Pin): Promise<Removal> {
    if (platformPinId === null) return { removed: false, reason: 'pin_not_published' };
    if (simulated) return { removed: true, reason: null };
    try {
      await this.tokens.use(accountId, (accessToken) => this.platform.deletePin(accessToken, platformPinId));
      return { removed: true, reason: null };
    } catch (error) {
      if (error instanceof PlatformError) return refusal(error);
      if (error instanceof Rejected) return { removed: false, reason: error.code };
      throw error;
    }
  }
}

function refusal({ kind, transient }: PlatformError): Removal {
  if (kind === 'pin_not_found') return { removed: true, reason: null };
  if (kind === 'rate_limited') return { removed: false, reason: 'platform_rate_limited' };
  return { removed: false, reason: transient ? 'platform_unavailable' : kind };
}
