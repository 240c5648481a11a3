import { learnLimit, type AnnouncedLimit } from './connection.decider';
import { ConnectionRepository } from './connection-repository';

/** Records the rate limits that the platform announces for an account. */
export class LearnedLimits {
  constructor(private readonly connections: ConnectionRepository) {}

  /** Silent for a limit that is recorded already, one that is more than the service's own pace, and an absent or revoked account. */
  async learn(accountId: string, announced: Omit<AnnouncedLimit, 'at'>): Promise<void> {
    const connection = await this.connections.find(accountId);
    const command = { ...announced, at: this.connections.now().toISOString() };
    if (!connection || learnLimit(command, connection).length === 0) return;
    await this.connections.append(accountId, this.connections.systemOrigin(connection), (state) => learnLimit(command, state));
  }
}
