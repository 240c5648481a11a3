import { GossipService } from './generated/gossip';
import { ServerFeaturesService } from './generated/server_features';
import { StreamsService } from './generated/streams';

const alreadyEncoded = (message: Buffer) => message;

export const gossipService = GossipService;
export const serverFeaturesService = ServerFeaturesService;

/** The generated service, but its streaming answers are encoded by the handlers: an event's encoded form serves all its readers. */
export const streamsService = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: alreadyEncoded },
  batchAppend: { ...StreamsService.batchAppend, responseSerialize: alreadyEncoded },
} as const;
