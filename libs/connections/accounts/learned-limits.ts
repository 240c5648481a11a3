import { Injectable } from '@nestjs/common';
import { learnLimit, type AnnouncedLimit } from './connection.decider';
import { ConnectionLog } from './connection-log';

/** What the platform announced that it allows an account. */
@Injectable()
export class LearnedLimits {
  constructor(private readonly log: ConnectionLog) {}

  /** Records a limit that is new and matters; silent for an account that was revoked. Throws `NotFound`. */
  async learn(accountId: string, announced: Omit<AnnouncedLimit, 'at'>): Promise<void> {
    const connection = await this.log.find(accountId);
    const command = { ...announced, at: this.log.now().toISOString() };
    if (!connection || learnLimit(command, connection).length === 0) return;
    await this.log.append(accountId, this.log.ownOrigin(connection), (state) => learnLimit(command, state));
  }
}
