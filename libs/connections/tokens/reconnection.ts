import { Rejected, type RejectionContext } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import type { PlatformError } from '@pps/platform';

export type ReconnectCode = 'token_expired' | 'token_revoked' | 'account_revoked' | 'scope_missing';

const messages: Readonly<Record<ReconnectCode, string>> = {
  token_expired: "The connection's token has expired",
  token_revoked: "The connection's token was revoked",
  account_revoked: 'The platform account is disconnected',
  scope_missing: 'The connection lacks a needed platform scope',
};

/** Rejections that only a new consent of the user can end; each names the address where the consent starts. */
export class Reconnection {
  constructor(private readonly configuration: Configuration) {}

  rejection(code: ReconnectCode, accountId: string, context: RejectionContext = {}): Rejected {
    return new Rejected(code, messages[code], { account_id: accountId, connect_url: this.connectUrl(accountId), ...context });
  }

  private connectUrl(accountId: string): string {
    return `${this.configuration.PUBLIC_URL.replace(/\/+$/, '')}/v1/platform/oauth/start?account_id=${accountId}`;
  }
}

const usualWaitSeconds = 30;

/** The platform's error as ours: `platform_rate_limited` (429) for its rate limit and for its block of the account, `platform_unavailable` (503) for everything that a later call may not meet. */
export function platformRejection({ kind, retryAfterSeconds }: PlatformError): Rejected {
  const wait = { retry_after_seconds: retryAfterSeconds ?? usualWaitSeconds };
  return kind === 'rate_limited' || kind === 'blocked'
    ? new Rejected('platform_rate_limited', "The platform's rate limit is reached", wait)
    : new Rejected('platform_unavailable', 'The platform is not available', wait);
}
