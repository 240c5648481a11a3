import type { Origin } from '@pps/event-store';
import { Command, NotFound, Rejected } from '@pps/kernel';
import { features, type Configuration } from '@pps/runtime';
import type { ConnectionRepository } from '../accounts/connection-repository';
import type { SlotAllocator } from '../connecting/slot-allocator';
import type { OAuthRequest, OAuthRequests } from './oauth-requests';
import type { PlatformConsent } from './platform-consent';

/** Port to billing, bound by the host: how many platform accounts a project may have now. */
export interface PlanLimits {
  platformAccounts(project: {
    readonly organizationId: string;
    readonly projectId: string;
    readonly environment: 'production' | 'sandbox';
  }): Promise<number>;
}

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

export interface StartConnectionDeps {
  readonly oauthRequests: Pick<OAuthRequests, 'start'>;
  readonly connections: Pick<ConnectionRepository, 'find'>;
  readonly slots: Pick<SlotAllocator, 'requireFree'>;
  readonly platformConsent: Pick<PlatformConsent, 'address'>;
  readonly planLimits: PlanLimits;
  readonly configuration: Configuration;
}

/** Carries `StartConnection` out. */
export async function startConnection(deps: StartConnectionDeps, { request, origin }: StartConnection): Promise<StartedConnection> {
  if (request.environment !== 'sandbox' && features(deps.configuration).platform.state === 'disabled')
    throw new Rejected(
      'service_unavailable',
      'Connecting platform accounts is not configured',
      {},
      { remediation: 'This installation does not offer it; a sandbox works without it. Ask whoever runs it.' },
    );
  if (request.accountId !== null) await requireOwn(deps, request, request.accountId);
  else await deps.slots.requireFree({ ...request, limit: await deps.planLimits.platformAccounts(request) }, origin);
  const started = await deps.oauthRequests.start(request, origin);
  return { ...started, authorizationUrl: deps.platformConsent.address(request, started.state) };
}

async function requireOwn(
  { connections }: Pick<StartConnectionDeps, 'connections'>,
  { projectId, epoch }: StartConnection['request'],
  accountId: string,
): Promise<void> {
  const connection = await connections.find(accountId);
  if (connection?.projectId !== projectId || connection.epoch !== epoch) throw new NotFound('Account');
}
