import { randomUUID } from 'node:crypto';
import type { handleUnaryCall } from '@grpc/grpc-js';
import { toTicks } from '../log/stored-event';
import { toClusterInfo, toSupportedMethods } from '../protocol/cluster.codec';
import type { ClusterInfo } from '../protocol/generated/gossip';
import type { Empty } from '../protocol/generated/google/protobuf/empty';
import type { SupportedMethods } from '../protocol/generated/server_features';

/** ServerFeatures/GetSupportedMethods. */
export function handleSupportedMethods(): handleUnaryCall<Empty, SupportedMethods> {
  return (_, respond) => respond(null, toSupportedMethods());
}

/** Gossip/Read: this server as a cluster of one, under the address that it listens on. */
export function handleGossip(endPoint: () => { address: string; port: number }): handleUnaryCall<Empty, ClusterInfo> {
  const id = randomUUID();
  return (_, respond) => respond(null, toClusterInfo({ id, ...endPoint(), now: toTicks(Date.now()) }));
}
