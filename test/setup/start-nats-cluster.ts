import { findFreePort, randomToken, startNats, type Part } from '@pps/embedded';
import { natsAddress } from '@pps/work-queue';
import { connect } from 'nats';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';

export interface NatsCluster {
  /** All addresses, with commas between. */
  readonly url: string;
  readonly nodes: readonly NatsNode[];
  /** The node that leads the stream of work items. */
  streamLeader(): Promise<NatsNode>;
  stop(): Promise<void>;
}

export interface NatsNode {
  readonly name: string;
  readonly url: string;
  kill(): Promise<void>;
  /** Starts it again on what it has stored. */
  start(): Promise<void>;
  /** SIGSTOP or SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Where a server runs. */
export interface NatsNodePlace {
  /** For clients; 0: any free one. */
  readonly port: number;
  /** For the other servers. */
  readonly clusterPort: number;
  readonly networkNamespace?: string;
}

const anyPlace = async (): Promise<NatsNodePlace> => ({ port: 0, clusterPort: await findFreePort() });

/** Three nats-servers with JetStream on 127.0.0.1 that know each other, or as many as there are places. Resolves when they have a leader. */
export async function startNatsCluster(given?: readonly NatsNodePlace[]): Promise<NatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'nats-cluster-'));
  const password = randomToken();
  const places = given ?? [await anyPlace(), await anyPlace(), await anyPlace()];
  const allPorts = places.map(({ clusterPort }) => clusterPort);
  const running = new Map<string, Part>();
  const nodes = await Promise.all(
    places.map(async ({ port, clusterPort, networkNamespace }, index): Promise<NatsNode> => {
      const name = `node-${index + 1}`;
      const storeDir = join(folder, name);
      const options = { storeDir, password, networkNamespace, cluster: { serverName: name, port: clusterPort, allPorts } };
      const first = await startNats({ ...options, port });
      running.set(name, first);
      const kill = async () => {
        running.get(name)?.kill('SIGKILL');
        await running.get(name)?.ended;
        running.delete(name);
      };
      const start = async () => void running.set(name, await startNats({ ...options, port: first.port }));
      return {
        name,
        url: first.url,
        kill,
        start,
        signal: (signal) => running.get(name)?.kill(signal),
      };
    }),
  );
  const url = nodes.map((node) => node.url).join(',');
  const cluster = {
    url,
    nodes,
    streamLeader: () =>
      eventually('a leader of the stream', async () => {
        const leader = await leaderOf(url).catch(() => undefined);
        return nodes.find(({ name }) => name === leader);
      }),
    stop: async () => {
      await Promise.all(
        [...running.values()].map((part) => {
          part.kill('SIGCONT');
          return part.stop(2_000);
        }),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
  await eventually('a cluster that answers', () => isServing(url).catch(() => undefined));
  return cluster;
}

async function leaderOf(url: string): Promise<string | undefined> {
  const nats = await connect({ ...natsAddress(url), timeout: 1_000, maxReconnectAttempts: 0 });
  try {
    const manager = await nats.jetstreamManager({ timeout: 1_000, checkAPI: false });
    return (await manager.streams.info('WORK')).cluster?.leader;
  } finally {
    await nats.close();
  }
}

async function isServing(url: string): Promise<true> {
  const nats = await connect({ ...natsAddress(url), timeout: 1_000, maxReconnectAttempts: 0 });
  try {
    await nats.jetstreamManager({ timeout: 1_000 });
    return true;
  } finally {
    await nats.close();
  }
}
