import type { BaseOptions, EventStoreDBClient } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { CallOptions, Metadata } from '@grpc/grpc-js';

/** What the client's own methods are made of; protected in its types. */
export interface ClientInsides {
  /** Runs `action` on the present connection; after an error that says so, the next one is made anew. */
  execute<T>(kind: typeof StreamsClient, name: string, action: (streams: StreamsClient) => Promise<T>): Promise<T>;
  callArguments(options: BaseOptions, callOptions?: CallOptions): [Metadata, CallOptions];
}

export const insidesOf = (client: EventStoreDBClient): ClientInsides => client as unknown as ClientInsides;
