import { VNodeState, type ClusterInfo } from './generated/gossip';
import type { SupportedMethod, SupportedMethods } from './generated/server_features';
import { serverVersion } from './server-version';
import { toUuidMessage } from './uuid.codec';

const streams = 'event_store.client.streams.streams';

const methods: readonly SupportedMethod[] = [
  { serviceName: streams, methodName: 'read', features: ['position', 'events'] },
  { serviceName: streams, methodName: 'append', features: [] },
  { serviceName: streams, methodName: 'batchappend', features: ['deadline_duration'] },
  { serviceName: streams, methodName: 'delete', features: [] },
  { serviceName: streams, methodName: 'tombstone', features: [] },
  { serviceName: 'event_store.client.gossip.gossip', methodName: 'read', features: [] },
  { serviceName: 'event_store.client.server_features.serverfeatures', methodName: 'getsupportedmethods', features: [] },
];

/** What this server can do, and no more. */
export function toSupportedMethods(): SupportedMethods {
  return { methods: [...methods], eventStoreServerVersion: serverVersion };
}

/** A cluster with this server as the only member and leader. `now` counts 100 ns ticks since the Unix epoch. */
export function toClusterInfo(member: { id: string; address: string; port: number; now: bigint }): ClusterInfo {
  return {
    members: [
      {
        instanceId: toUuidMessage(member.id, 'string'),
        timeStamp: member.now,
        state: VNodeState.LEADER,
        isAlive: true,
        httpEndPoint: { address: member.address, port: member.port },
      },
    ],
  };
}
