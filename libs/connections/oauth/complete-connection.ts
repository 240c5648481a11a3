import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { derivedId, Rejected } from '@pps/kernel';
import { SandboxConsents } from '../sandbox/sandbox-consents';
import { AccountConnector } from '../connecting/account-connector';
import { OAuthRequests } from './oauth-requests';
import { PLAN_LIMITS, type PlanLimits } from './plan-limits';
import { PlatformConsent } from './platform-consent';

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

/** Throws `Rejected`: `invalid_state`, `access_denied`, `account_mismatch`, `plan_limit`, `scope_missing`, `platform_rate_limited`, `platform_unavailable`. */
@CommandHandler(CompleteConnection)
export class CompleteConnectionHandler implements ICommandHandler<CompleteConnection> {
  constructor(
    private readonly requests: OAuthRequests,
    private readonly connector: AccountConnector,
    private readonly consent: PlatformConsent,
    private readonly sandbox: SandboxConsents,
    @Inject(PLAN_LIMITS) private readonly planLimits: PlanLimits,
  ) {}

  async execute({ state, code, browser }: CompleteConnection): Promise<{ readonly accountId: string }> {
    const { request, origin } = await this.requests.complete(state, browser, code === null ? 'denied' : 'granted');
    if (code === null)
      throw new Rejected(
        'access_denied',
        'Access was denied',
        {},
        { remediation: 'Start the connection again and allow what the platform asks for.' },
      );
    if (request.environment === 'sandbox') return this.sandbox.accept(request, origin);
    await this.sandbox.refuseObsolete(request);
    const { token, user } = await this.consent.exchangeCode(code);
    const { projectId, organizationId, epoch } = request;
    const accountId = derivedId('account', projectId, epoch, user.id);
    if (request.accountId !== null && request.accountId !== accountId)
      throw new Rejected('account_mismatch', 'Another platform user answered', { account_id: request.accountId });
    const limit = await this.planLimits.platformAccounts(request);
    await this.connector.connect({ projectId, organizationId, epoch, accountId, limit, token, user }, origin);
    return { accountId };
  }
}
