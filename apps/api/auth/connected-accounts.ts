import { Injectable } from '@nestjs/common';
import { Reconnection } from '@pps/connections';
import { connectionStream } from '@pps/connections/events';
import { LiveStates } from '@pps/event-store';
import type { ProjectAccounts, Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';

/** Which platform accounts a project has, for those who hand out keys to them. */
@Injectable()
export class ConnectedAccounts implements ProjectAccounts {
  constructor(
    private readonly live: LiveStates,
    private readonly reconnection: Reconnection,
  ) {}

  async require({ projectId, epoch }: Pick<Principal, 'projectId' | 'epoch'>, accountId: string): Promise<void> {
    const { state } = await this.live.get(connectionStream, accountId);
    if (state.kind !== 'connected' || state.projectId !== projectId || state.epoch !== epoch) throw new NotFound('Account');
    if (state.revokedAt !== null) throw this.reconnection.rejection('account_revoked', accountId);
  }
}
