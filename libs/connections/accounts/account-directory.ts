import { LiveStates } from '@pps/event-store';
import { countKnownAccounts, knownAccounts, accountSlotsStream } from './account-slots.stream';
import { ConnectionRepository } from './connection-repository';
import type { Connection } from './connection.stream';

/** What others may know of an account: nothing that names its secrets. */
export type DirectoryEntry = Pick<
  Connection,
  'accountId' | 'platformUserId' | 'scopes' | 'epoch' | 'revokedAt' | 'reconnectReason' | 'tokenIssuedAt'
>;

/** A project's accounts, as of the call, on any process. */
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

  /** How many accounts the project ever had in this epoch, by its own list: whoever names more names some that are not its own. */
  async countKnown(projectId: string, epoch: number): Promise<number> {
    return countKnownAccounts((await this.live.get(accountSlotsStream, projectId)).state, epoch);
  }

  /** How many accounts are connected. Looks only at those that count towards the plan's limit, however many were ever revoked. */
  async countConnected(projectId: string, epoch: number): Promise<number> {
    const head = await this.live.head();
    const { state } = await this.live.get(accountSlotsStream, projectId, head);
    const taken = knownAccounts(state, epoch).filter((slot) => slot.taken !== null);
    const entries = await Promise.all(taken.map(({ accountId }) => this.find(projectId, accountId, epoch, head)));
    return entries.filter((entry) => entry !== null && entry.revokedAt === null).length;
  }
}

function entryOf(connection: Connection): DirectoryEntry {
  const { accountId, platformUserId, scopes, epoch, revokedAt, reconnectReason, tokenIssuedAt } = connection;
  return { accountId, platformUserId, scopes, epoch, revokedAt, reconnectReason, tokenIssuedAt };
}
