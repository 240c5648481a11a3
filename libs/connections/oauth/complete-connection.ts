import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { derivedId, Rejected } from '@pps/kernel';
import { PLATFORM, PlatformError, type Platform, type PlatformToken, type PlatformUser } from '@pps/platform';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { platformRejection } from '../tokens/platform-rejection';
import { AccountConnector } from './account-connector';
import { OAuthRequests } from './oauth-requests';
import { PLAN_LIMITS, type PlanLimits } from './plan-limits';
import { redirectUri } from './redirect-uri';

/** What the user brings back from the platform; a null code means that access was refused. */
export class CompleteConnection extends Command<{ readonly accountId: string }> {
  constructor(
    readonly state: string,
    readonly code: string | null,
  ) {
    super();
  }
}

/** Throws `Rejected`: `invalid_state`, `access_denied`, `account_mismatch`, `plan_limit`, `scope_missing`, or the platform's trouble. */
@CommandHandler(CompleteConnection)
export class CompleteConnectionHandler implements ICommandHandler<CompleteConnection> {
  constructor(
    private readonly requests: OAuthRequests,
    private readonly connector: AccountConnector,
    @Inject(PLATFORM) private readonly platform: Platform,
    @Inject(PLAN_LIMITS) private readonly planLimits: PlanLimits,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ state, code }: CompleteConnection): Promise<{ readonly accountId: string }> {
    const { request, origin } = await this.requests.complete(state, code === null ? 'denied' : 'granted');
    if (code === null) throw new Rejected('access_denied', 'Access was denied');
    const { token, user } = await this.consentOf(code);
    const { projectId, organizationId, epoch } = request;
    const accountId = derivedId('account', projectId, epoch, user.id);
    if (request.accountId !== null && request.accountId !== accountId)
      throw new Rejected('account_mismatch', 'Another platform user answered', { account_id: request.accountId });
    const limit = await this.planLimits.platformAccounts(request);
    await this.connector.connect({ projectId, organizationId, epoch, accountId, limit, token, user }, origin);
    return { accountId };
  }

  private async consentOf(code: string): Promise<{ readonly token: PlatformToken; readonly user: PlatformUser }> {
    try {
      const { value: token } = await this.platform.exchangeCode({ code, redirectUri: redirectUri(this.configuration) });
      const { value: user } = await this.platform.user(token.accessToken);
      return { token, user };
    } catch (error) {
      throw error instanceof PlatformError ? consentRejection(error) : error;
    }
  }
}

function consentRejection(error: PlatformError): Rejected {
  if (error.kind === 'grant_refused') return new Rejected('access_denied', 'The platform did not accept the authorization code');
  if (error.kind === 'scope_missing') return new Rejected('scope_missing', 'The consent lacks the scope user_accounts:read');
  return platformRejection(error);
}
