import type { LiveStates } from '@pps/event-store';
import { Command, derivedId, Rejected } from '@pps/kernel';
import { isPresentEpoch } from '@pps/workspaces/events';
import type { SandboxAccounts } from '../sandbox/sandbox-accounts';
import type { AccountConnector } from '../connecting/account-connector';
import type { OAuthRequests } from './oauth-requests';
import type { PlanLimits } from './start-connection';
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
  readonly live: LiveStates;
  readonly sandboxAccounts: Pick<SandboxAccounts, 'connect'>;
  readonly planLimits: PlanLimits;
}

/** Carries `CompleteConnection` out. Throws `Rejected`: `invalid_state` (also for a request from before a reset, or before the workspace was forgotten), `access_denied`, `account_mismatch`, `plan_limit`, `sandbox_board_limit`, `scope_missing`, `platform_rate_limited`, `platform_unavailable`. */
export async function completeConnection(
  { oauthRequests, connector, platformConsent, live, sandboxAccounts, planLimits }: CompleteConnectionDeps,
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
  const { projectId, organizationId, epoch } = request;
  if (!(await isPresentEpoch(live, request)))
    throw new Rejected('invalid_state', 'The project was emptied meanwhile', {}, { remediation: 'Start the connection again.' });
  if (request.environment === 'sandbox') {
    // Nobody has to approve it, and a repeat connects the same account.
    const consent = { projectId, organizationId, epoch, accountId: request.accountId, consentId: request.stateId };
    return sandboxAccounts.connect(consent, origin);
  }
  const { token, user } = await platformConsent.exchangeCode(code);
  const accountId = derivedId('account', projectId, epoch, user.id);
  if (request.accountId !== null && request.accountId !== accountId)
    throw new Rejected('account_mismatch', 'Another platform user answered', { account_id: request.accountId });
  const limit = await planLimits.platformAccounts(request);
  await connector.connect({ projectId, organizationId, epoch, accountId, limit, token, user }, origin);
  return { accountId };
}
