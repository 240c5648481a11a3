import type { BaseOptions, EventStoreDBClient } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { CallOptions, Channel, Metadata } from '@grpc/grpc-js';

/** What the client's own methods are made of; protected in its types. */
export interface ClientInsides {
  /** Runs `action` on the present connection; after an error that says so, the next one is made anew. */
  execute<T>(kind: typeof StreamsClient, name: string, action: (streams: StreamsClient) => Promise<T>): Promise<T>;
  /** Where the next connection leads: host and port. */
  resolveUri: () => Promise<string>;
  /** Whether an error ends the present connection, and where the next one leads if it says so. */
  shouldReconnect: (thrown: unknown) => [isLost: boolean, next?: { readonly address: string; readonly port: number } | undefined];
  getChannel(): Promise<Channel>;
  /** Ends the present connection where it is the one of `streams` and the error says so. */
  handleError(streams: { readonly getChannel: () => Channel }, error: Error): Promise<void>;
  callArguments(options: BaseOptions, callOptions?: CallOptions): [Metadata, CallOptions];
}

export const insidesOf = (client: EventStoreDBClient): ClientInsides => client as unknown as ClientInsides;
