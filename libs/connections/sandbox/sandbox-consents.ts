import { Injectable } from '@nestjs/common';
import { LiveStates, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { isPresentEpoch } from '@pps/workspaces/events';
import type { OAuthRequest } from '../oauth/oauth-requests';
import { SandboxAccounts } from './sandbox-accounts';

/** A consent in a sandbox: given as soon as it is asked for. */
@Injectable()
export class SandboxConsents {
  constructor(
    private readonly live: LiveStates,
    private readonly accounts: SandboxAccounts,
  ) {}

  /** Throws `Rejected`: `invalid_state` for a request from before a reset, `plan_limit`, `sandbox_board_limit`. */
  async take(request: OAuthRequest, origin: Origin): Promise<{ readonly accountId: string }> {
    if (!(await isPresentEpoch(this.live, request))) throw new Rejected('invalid_state', 'The sandbox was reset meanwhile');
    const { projectId, organizationId, epoch, accountId, stateId } = request;
    return this.accounts.connect({ projectId, organizationId, epoch, accountId, consentId: stateId }, origin);
  }
}
