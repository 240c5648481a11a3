import { Streams, LiveStates, type Origin } from '@pps/event-store';
import { NotFound, type Clock } from '@pps/kernel';
import {
  type ConnectionFact,
  type Connection,
  type ConnectionState,
  connectionStream,
  learnLimit,
  type AnnouncedLimit,
} from './connection.stream';

/** Loads accounts' states and appends to their streams. */
export class ConnectionRepository {
  constructor(
    private readonly live: LiveStates,
    private readonly streams: Streams,
    private readonly clock: Clock,
  ) {}

  now(): Date {
    return this.clock();
  }

  /** The account as of this call, mostly from memory. `head` is the log's head if the caller has read it already. Null for an absent account. */
  async find(accountId: string, head?: bigint): Promise<Connection | null> {
    const { state } = await this.live.get(connectionStream, accountId, head);
    return state.kind === 'absent' ? null : state;
  }

  /** The account as the event store has it now. Throws `NotFound`. */
  async load(accountId: string): Promise<Connection> {
    const { state } = await this.streams.load(connectionStream, accountId);
    if (state.kind === 'absent') throw new NotFound('Account');
    return state;
  }

  /** Decides and appends, and gives the account afterwards. Throws `NotFound` for an account that is absent afterwards. */
  async append(accountId: string, origin: Origin, decide: (state: ConnectionState) => readonly ConnectionFact[]): Promise<Connection> {
    const { state } = await this.streams.decide(connectionStream, accountId, origin, decide);
    if (state.kind === 'absent') throw new NotFound('Account');
    return state;
  }

  /**
   * Records a rate limit that the platform announces. Silent for a limit that is recorded already, one that is more than the service's own pace, and an
   * absent or revoked account.
   */
  async learnLimit(accountId: string, announced: Omit<AnnouncedLimit, 'at'>): Promise<void> {
    const connection = await this.find(accountId);
    const command = { ...announced, at: this.now().toISOString() };
    if (!connection || learnLimit(command, connection).length === 0) return;
    await this.append(accountId, this.systemOrigin(connection), (state) => learnLimit(command, state));
  }

  /** Metadata for facts about an account that the service finds out itself. */
  systemOrigin(connection: Connection): Origin {
    return systemOrigin(connection, this.clock().toISOString());
  }
}

export function systemOrigin({ organizationId, projectId, epoch }: Connection, occurredAt: string): Origin {
  return { organizationId, projectId, epoch, actor: { type: 'system' }, occurredAt };
}
