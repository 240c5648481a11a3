import { randomUUID } from 'node:crypto';
import type { handleUnaryCall } from '@grpc/grpc-js';
import { toTicks } from '../log/stored-event';
import { toClusterInfo, toSupportedMethods } from '../protocol/cluster.codec';
import type { ClusterInfo, SupportedMethods } from '../protocol/messages';

/** ServerFeatures/GetSupportedMethods. */
export function handleSupportedMethods(): handleUnaryCall<unknown, SupportedMethods> {
  return (_, respond) => respond(null, toSupportedMethods());
}

/** Gossip/Read: this server as a cluster of one, under the address that it listens on. */
export function handleGossip(endPoint: () => { address: string; port: number }): handleUnaryCall<unknown, ClusterInfo> {
  const id = randomUUID();
  return (_, respond) => respond(null, toClusterInfo({ id, ...endPoint(), now: toTicks(Date.now()) }));
}
