import { assetStream } from '@pps/assets/events';
import { causedBy, factsOf, type Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { pinStream } from '../pin/pin.stream';
import { failWaiting } from './publishing.decider';

export interface DeletedAssetPinsDeps {
  readonly streams: Streams;
  /** Pins that show the asset and are neither published nor failed, as of now. */
  readonly pinsWaitingFor: (assetId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
  /** Told of a pin that could not be failed now: it fails by itself at its next attempt. Throws an error that is not the pin's own. */
  readonly onFailedPin: (pinId: string, error: unknown) => Promise<void>;
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
