import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { CLOCK, NotFound, type Clock } from '@pps/kernel';
import type { ConnectionFact } from './connection.events';
import type { Connection, ConnectionState } from './connection.state';
import { connectionStream } from './connection.stream';

/** Reads and continues the stream of one account. */
@Injectable()
export class ConnectionLog {
  constructor(
    private readonly live: LiveStates,
    private readonly runner: CommandRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  now(): Date {
    return this.clock();
  }

  /** The account as of this call, mostly without a read; `head` is a look at the log's head that the caller has already taken. */
  async find(accountId: string, head?: bigint): Promise<Connection | null> {
    const { state } = await this.live.get(connectionStream, accountId, head);
    return state.kind === 'absent' ? null : state;
  }

  /** The account as the store has it now. Throws `NotFound`. */
  async latest(accountId: string): Promise<Connection> {
    const { state } = await this.runner.load(connectionStream, accountId);
    if (state.kind === 'absent') throw new NotFound('Account');
    return state;
  }

  async append(accountId: string, origin: Origin, decide: (state: ConnectionState) => readonly ConnectionFact[]): Promise<Connection> {
    const { state } = await this.runner.run(connectionStream, accountId, origin, decide);
    if (state.kind === 'absent') throw new NotFound('Account');
    return state;
  }

  /** Metadata of what the service itself finds out about an account. */
  ownOrigin(connection: Connection): Origin {
    return ownOrigin(connection, this.clock().toISOString());
  }
}

export function ownOrigin({ organizationId, projectId, epoch }: Connection, occurredAt: string): Origin {
  return { organizationId, projectId, epoch, actor: { type: 'system' }, occurredAt };
}
