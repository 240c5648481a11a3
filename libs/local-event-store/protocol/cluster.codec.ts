import { leaderState, type ClusterInfo, type SupportedMethod, type SupportedMethods } from './messages';
import { toUuidMessage } from './uuid.codec';

/** The version that clients see. 24.10.4 is the first that counts the size of an append as `appendSizeOf` does. */
export const serverVersion = '24.10.4';

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
        state: leaderState,
        isAlive: true,
        httpEndPoint: { address: member.address, port: member.port },
      },
    ],
  };
}
