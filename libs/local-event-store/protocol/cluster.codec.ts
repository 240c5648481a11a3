import { WireWriter } from './wire-writer';

const leaderState = 8;
const serverVersion = '24.10.0';

const supportedMethods: readonly { readonly service: string; readonly method: string; readonly features?: readonly string[] }[] = [
  { service: 'event_store.client.streams.streams', method: 'read', features: ['position', 'events'] },
  { service: 'event_store.client.streams.streams', method: 'append' },
  { service: 'event_store.client.streams.streams', method: 'batchappend', features: ['deadline_duration'] },
  { service: 'event_store.client.streams.streams', method: 'delete' },
  { service: 'event_store.client.streams.streams', method: 'tombstone' },
  { service: 'event_store.client.gossip.gossip', method: 'read' },
  { service: 'event_store.client.server_features.serverfeatures', method: 'getsupportedmethods' },
];

/** Framed SupportedMethods: what this server can do, and no more. */
export function encodeSupportedMethods(): Buffer {
  const writer = new WireWriter();
  for (const { service, method, features = [] } of supportedMethods) {
    writer.message(1, (entry) => {
      entry.content(1, method).content(2, service);
      for (const feature of features) entry.content(3, feature);
    });
  }
  return writer.content(2, serverVersion).frame();
}

/** Framed ClusterInfo with this server as the only member and leader. */
export function encodeClusterInfo(member: { id: string; address: string; port: number; now: bigint }): Buffer {
  return new WireWriter()
    .message(1, (info) => {
      info.message(1, (id) => id.content(2, member.id));
      info.unsigned(2, member.now).unsigned(3, leaderState).unsigned(4, 1);
      info.message(5, (endPoint) => endPoint.content(1, member.address).unsigned(2, member.port));
    })
    .frame();
}
