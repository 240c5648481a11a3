import { Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { accountHealth, type AccountHealth } from './account-health';
import { knownAccounts } from './account-slots.decider';
import { accountSlotsStream } from './account-slots.stream';
import { ConnectionRepository } from './connection-repository';
import type { Connection } from './connection.state';

export interface DirectoryEntry {
  readonly accountId: string;
  readonly platformUserId: string;
  readonly scopes: readonly string[];
  readonly epoch: number;
  readonly revokedAt: string | null;
  readonly health: AccountHealth;
}

/** A project's accounts, as of the call, on any process. */
@Injectable()
export class AccountDirectory {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly live: LiveStates,
  ) {}

  /** Null for an account that is absent, of another project, or, if `epoch` is given, of another sandbox epoch. */
  async find(projectId: string, accountId: string, epoch?: number, head?: bigint): Promise<DirectoryEntry | null> {
    const connection = await this.connections.find(accountId, head);
    if (!connection || connection.projectId !== projectId) return null;
    return epoch === undefined || connection.epoch === epoch ? entryOf(connection) : null;
  }

  /** Oldest first, revoked ones included. */
  async list(projectId: string, epoch?: number): Promise<DirectoryEntry[]> {
    const head = await this.live.head();
    const { state } = await this.live.get(accountSlotsStream, projectId, head);
    const ids = knownAccounts(state, epoch).map(({ accountId }) => accountId);
    const entries = await Promise.all(ids.map((accountId) => this.find(projectId, accountId, epoch, head)));
    return entries.filter((entry) => entry !== null);
  }
}

function entryOf(connection: Connection): DirectoryEntry {
  const { accountId, platformUserId, scopes, epoch, revokedAt } = connection;
  return { accountId, platformUserId, scopes, epoch, revokedAt, health: accountHealth(connection) };
}
