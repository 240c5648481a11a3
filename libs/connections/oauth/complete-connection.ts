import { Command, derivedId, Rejected } from '@pps/kernel';
import type { SandboxConsents } from '../sandbox/sandbox-consents';
import type { AccountConnector } from '../connecting/account-connector';
import type { OAuthRequests } from './oauth-requests';
import type { PlanLimits } from './plan-limits';
import type { PlatformConsent } from './platform-consent';

/**
 * Ends a consent with what the platform sent the user back with; a null code means that the user refused.
 * `browser` is the hash of the mark of the browser that came back, null when it has none.
 */
export class CompleteConnection extends Command<{ readonly accountId: string }> {
  constructor(
    readonly state: string,
    readonly code: string | null,
    readonly browser: string | null,
  ) {
    super();
  }
}

export interface CompleteConnectionDeps {
  readonly oauthRequests: Pick<OAuthRequests, 'complete'>;
  readonly connector: Pick<AccountConnector, 'connect'>;
  readonly platformConsent: Pick<PlatformConsent, 'exchangeCode'>;
  readonly sandboxConsents: Pick<SandboxConsents, 'accept' | 'refuseObsolete'>;
  readonly planLimits: PlanLimits;
}

/** Carries `CompleteConnection` out. Throws `Rejected`: `invalid_state`, `access_denied`, `account_mismatch`, `plan_limit`, `scope_missing`, `platform_rate_limited`, `platform_unavailable`. */
export async function completeConnection(
  { oauthRequests, connector, platformConsent, sandboxConsents, planLimits }: CompleteConnectionDeps,
  { state, code, browser }: CompleteConnection,
): Promise<{ readonly accountId: string }> {
  const { request, origin } = await oauthRequests.complete(state, browser, code === null ? 'denied' : 'granted');
  if (code === null)
    throw new Rejected(
      'access_denied',
      'Access was denied',
      {},
      { remediation: 'Start the connection again and allow what the platform asks for.' },
    );
  if (request.environment === 'sandbox') return sandboxConsents.accept(request, origin);
  await sandboxConsents.refuseObsolete(request);
  const { token, user } = await platformConsent.exchangeCode(code);
  const { projectId, organizationId, epoch } = request;
  const accountId = derivedId('account', projectId, epoch, user.id);
  if (request.accountId !== null && request.accountId !== accountId)
    throw new Rejected('account_mismatch', 'Another platform user answered', { account_id: request.accountId });
  const limit = await planLimits.platformAccounts(request);
  await connector.connect({ projectId, organizationId, epoch, accountId, limit, token, user }, origin);
  return { accountId };
}
