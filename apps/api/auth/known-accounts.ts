import { Injectable } from '@nestjs/common';
import { connectionStream } from '@pps/connections/events';
import { LiveStates } from '@pps/event-store';
import type { AccountDirectory, Principal } from '@pps/identity';

/** Which platform accounts a project has, for those who hand out keys to them. */
@Injectable()
export class KnownAccounts implements AccountDirectory {
  constructor(private readonly live: LiveStates) {}

  async exists({ projectId, epoch }: Pick<Principal, 'projectId' | 'epoch'>, accountId: string): Promise<boolean> {
    const { state } = await this.live.get(connectionStream, accountId);
    return state.kind === 'connected' && state.projectId === projectId && state.epoch === epoch;
  }
}
