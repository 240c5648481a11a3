import { assetStream } from '@pps/assets/events';
import { causedBy, factsOf, type Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { pinStream } from '../pin/pin.stream';
import { failWaiting } from './publishing.decider';
import { connectionStream } from '@pps/connections/events';
import type { PublishQueue } from '../pacing/publish-queue';
import type { PinFact } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';

interface WaitingPinsDeps {
  readonly streams: Streams;
  readonly clock: Clock;
  /** Told of a pin that could not be failed now: it fails by itself at its next attempt. Throws an error that is not the pin's own. */
  readonly onFailedPin: (pinId: string, error: unknown) => Promise<void>;
}

interface DeletedAssetPinsDeps extends WaitingPinsDeps {
  /** Pins that show the asset and are neither published nor failed, as of now. */
  readonly pinsWaitingFor: (assetId: string) => Promise<readonly string[]>;
}

/** The pins that still wait for a deleted asset fail; one that is being published closes by its own outcome. */
export const failPinsOfDeletedAssets = ({ streams, pinsWaitingFor, clock, onFailedPin }: DeletedAssetPinsDeps): Process<null> =>
  defineProcess({
    name: 'deleted-asset-pins',
    startsAt: 'beginning',
    handles: factsOf(assetStream, 'AssetDeleted'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { assetId } = fact.data;
        for (const pinId of await pinsWaitingFor(assetId)) {
          const at = clock();
          const message = 'An uploaded file that the pin shows was deleted.';
          const command = { errorCode: 'asset_not_found' as const, message, at: at.toISOString() };
          await streams
            .decide(pinStream, pinId, causedBy(fact, at), (state) => failWaiting(command, state))
            .catch((error: unknown) => onFailedPin(pinId, error));
        }
      }
      return null;
    },
  });

interface RevokedAccountDeps extends WaitingPinsDeps {
  readonly publishQueue: PublishQueue;
  /** Resolves when the queue's read model has passed the log's present head. */
  readonly queueIsFresh: () => Promise<void>;
}

/** The pins of a revoked account that still wait fail; one that is being published closes by its own outcome. */
export const failPinsOfRevokedAccounts = (deps: RevokedAccountDeps): Process<null> =>
  defineProcess({
    name: 'revoked-account-pins',
    startsAt: 'beginning',
    handles: factsOf(connectionStream, 'AccountRevoked'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { accountId, revokedAt } = fact.data;
        await deps.queueIsFresh();
        for (const pinId of await deps.publishQueue.waitingOfAccount(accountId)) {
          const at = deps.clock();
          const decide = (state: PinState) => failBecauseRevoked(revokedAt, at.toISOString(), state);
          await deps.streams.decide(pinStream, pinId, causedBy(fact, at), decide).catch((error: unknown) => deps.onFailedPin(pinId, error));
        }
      }
      return null;
    },
  });

/** The fact may be given late or again, when the account is connected anew: what was queued or retried since then goes out. */
function failBecauseRevoked(revokedAt: string, at: string, state: PinState): readonly PinFact[] {
  if (state.kind === 'pin' && (state.retriedAt ?? state.queuedAt) > revokedAt) return [];
  return failWaiting({ errorCode: 'account_revoked', message: 'The platform account was disconnected.', at }, state);
}
