import { EventStoreDBClient, UnsupportedError } from '@eventstore/db-client';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { credentials } from '@grpc/grpc-js';
import { collect, eventOf, freshStream, openContractClient, revisionsOf } from './contract-client';

describe('the server as the client sees it', () => {
  it('is found by gossip', async () => {
    const client = EventStoreDBClient.connectionString(process.env.EVENTSTORE_URL!.replace(/^esdb:/, 'esdb+discover:'));
    const stream = freshStream();
    await client.appendToStream(stream, eventOf('Found'));
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n]);
    await client.dispose();
  });

  it('advertises a version that counts the size of an append as it does: 24.10.4 or later', async () => {
    const { host } = new URL(process.env.EVENTSTORE_URL!.replace(/^esdb/, 'http'));
    const features = new ServerFeaturesClient(host, credentials.createInsecure());
    const supported = await new Promise<SupportedMethods>((resolve, reject) =>
      features.getSupportedMethods(new Empty(), (error, answer) => (error ? reject(error) : resolve(answer))),
    );
    features.close();
    const version = supported.getEventStoreServerVersion();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const [major, minor, patch] = version.split('.').map(Number) as [number, number, number];
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(24_010_004);
  });

  it('does not claim what it cannot do', async () => {
    const client = openContractClient();
    const group = client.createPersistentSubscriptionToAll('group', { startFrom: 'start' } as never);
    await expect(group).rejects.toThrow();
    await expect(group).rejects.toBeInstanceOf(UnsupportedError);
    await expect(client.listProjections()).rejects.toThrow();
    await client.dispose();
  });

  it('serves the next client after one went away with open calls', async () => {
    const leaving = openContractClient();
    const subscription = leaving.subscribeToAll({ fromPosition: 'start' });
    await new Promise<void>((resolve) => subscription.once('data', () => resolve()));
    subscription.on('error', () => undefined);
    await leaving.dispose();
    const client = openContractClient();
    expect((await collect(client.readAll({ maxCount: 1 }))).length).toBe(1);
    await client.dispose();
  });
});
