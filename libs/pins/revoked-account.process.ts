import { causedBy, type CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Process } from '@pps/read-store';
import type { PublishQueue } from './pacing/publish-queue';
import { pinStream } from './pin-stream';
import { failWaiting } from './publishing.decider';

export interface RevokedAccountDeps {
  readonly runner: CommandRunner;
  readonly publishQueue: PublishQueue;
  /** Resolves when the queue's read model has passed the log's present head. */
  readonly queueIsFresh: () => Promise<void>;
  readonly clock: Clock;
}

/** The pins of a revoked account that still wait fail; one that is being published closes by its own outcome. */
export const failPinsOfRevokedAccounts = (deps: RevokedAccountDeps): Process<null> => ({
  name: 'revoked-account-pins',
  startsAt: 'beginning',
  handles: ['AccountRevoked'],
  initial: null,
  react: async (facts) => {
    for (const fact of facts) {
      const accountId = fact.stream.slice('connection-'.length);
      await deps.queueIsFresh();
      for (const pinId of await deps.publishQueue.waitingOfAccount(accountId)) {
        const at = deps.clock();
        const command = { errorCode: 'account_revoked' as const, message: 'The platform account was disconnected.', at: at.toISOString() };
        await deps.runner.run(pinStream, pinId, causedBy(fact, at), (state) => failWaiting(command, state));
      }
    }
    return null;
  },
});
