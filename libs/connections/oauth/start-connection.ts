import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Origin } from '@pps/event-store';
import { NotFound, Rejected } from '@pps/kernel';
import { CONFIGURATION, features, type Configuration } from '@pps/runtime';
import { ConnectionRepository } from '../accounts/connection-repository';
import { SlotAllocator } from '../connecting/slot-allocator';
import { PLAN_LIMITS, type PlanLimits } from './plan-limits';
import { OAuthRequests, type OAuthRequest } from './oauth-requests';
import { ConsentAddress } from './consent-address';

export interface StartedConnection {
  readonly authorizationUrl: string;
  /** Names the page that leads to the consent. */
  readonly link: string;
  readonly state: string;
  readonly expiresAt: string;
}

/**
 * Starts a consent at the platform; with an account, the consent may only renew that one. Throws `NotFound` for another project's account, `Rejected('plan_limit')` where a further account
 * could not be connected anyway, `Rejected('service_unavailable')`.
 */
export class StartConnection extends Command<StartedConnection> {
  constructor(
    readonly request: Pick<OAuthRequest, 'projectId' | 'organizationId' | 'environment' | 'epoch' | 'userId' | 'accountId' | 'starter'>,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(StartConnection)
export class StartConnectionHandler implements ICommandHandler<StartConnection> {
  constructor(
    private readonly requests: OAuthRequests,
    private readonly connections: ConnectionRepository,
    private readonly slots: SlotAllocator,
    private readonly address: ConsentAddress,
    @Inject(PLAN_LIMITS) private readonly planLimits: PlanLimits,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ request, origin }: StartConnection): Promise<StartedConnection> {
    if (request.environment !== 'sandbox' && features(this.configuration).platform.state === 'disabled')
      throw new Rejected(
        'service_unavailable',
        'Connecting platform accounts is not configured',
        {},
        { remediation: 'This installation does not offer it; a sandbox works without it. Ask whoever runs it.' },
      );
    if (request.accountId !== null) await this.requireOwn(request, request.accountId);
    else await this.slots.requireFree({ ...request, limit: await this.planLimits.platformAccounts(request) }, origin);
    const started = await this.requests.start(request, origin);
    return { ...started, authorizationUrl: this.address.of(request, started.state) };
  }

  private async requireOwn({ projectId, epoch }: StartConnection['request'], accountId: string): Promise<void> {
    const connection = await this.connections.find(accountId);
    if (connection?.projectId !== projectId || connection.epoch !== epoch) throw new NotFound('Account');
  }
}
