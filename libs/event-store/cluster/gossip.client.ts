import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { Metadata, type ChannelCredentials } from '@grpc/grpc-js';
import { orTimeout } from '@pps/concurrency';
import { lookup } from 'node:dns/promises';

/** A node of a cluster, under the address at which the others or the settings name it. */
export interface ClusterNode {
  readonly address: string;
  readonly port: number;
}

export interface GossipOptions {
  readonly seeds: readonly ClusterNode[];
  /** One name that stands for all nodes; each of its addresses is asked. */
  readonly isDnsName: boolean;
  readonly credentials: ChannelCredentials;
}

export const isSameNode = (one: ClusterNode | null, other: ClusterNode | null): boolean =>
  one !== null && other !== null && one.address === other.address && one.port === other.port;

/** No answer: a node that does not answer now cannot lead us to one. */
const answerMs = 1_000;
const leading = 8;
const reconnects = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 1_000 };

/** Asks all seeds of a cluster at once who leads it, each for a second. */
export class Gossip {
  private readonly clients = new Map<string, GossipClient>();
  private addresses: readonly string[] = [];

  constructor(private readonly options: GossipOptions) {}

  /** The leaders that the seeds which answer name; `onLeader` hears of each at once. */
  async ask(onLeader: (leader: ClusterNode) => void = () => undefined): Promise<readonly ClusterNode[]> {
    const clients = await this.reachable();
    const named = await Promise.all(
      clients.map(async (client) => {
        const leader = await askOne(client);
        if (leader) onLeader(leader);
        return leader;
      }),
    );
    return named.filter((leader) => leader !== null);
  }

  close(): void {
    for (const client of this.clients.values()) client.close();
    this.clients.clear();
  }

  private async reachable(): Promise<readonly GossipClient[]> {
    const { seeds, isDnsName } = this.options;
    const [name] = seeds;
    if (!isDnsName || !name) return seeds.map((seed) => this.clientOf(seed.address, seed.port));
    const found = await orTimeout(
      lookup(name.address, { all: true }).catch(() => []),
      answerMs,
    );
    if (found && found.length > 0) this.addresses = found.map(({ address }) => address);
    for (const [key, client] of this.clients) {
      if (this.addresses.some((address) => key === keyOf(address, name.port))) continue;
      client.close();
      this.clients.delete(key);
    }
    return this.addresses.map((address) => this.clientOf(address, name.port, name.address));
  }

  private clientOf(address: string, port: number, certifiedAs?: string): GossipClient {
    const key = keyOf(address, port);
    const known = this.clients.get(key);
    if (known) return known;
    const named = certifiedAs === undefined ? {} : { 'grpc.ssl_target_name_override': certifiedAs, 'grpc.default_authority': certifiedAs };
    const client = new GossipClient(key, this.options.credentials, { ...reconnects, ...named });
    this.clients.set(key, client);
    return client;
  }
}

const keyOf = (address: string, port: number): string => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);

function askOne(client: GossipClient): Promise<ClusterNode | null> {
  return new Promise((resolve) => {
    const deadline = new Date(Date.now() + answerMs);
    client.read(new Empty(), new Metadata(), { deadline }, (error, info) => resolve(error ? null : leaderIn(info)));
  });
}

function leaderIn(info: ClusterInfo): ClusterNode | null {
  const leader = info.getMembersList().find((member) => member.getIsAlive() && Number(member.getState()) === leading);
  const endPoint = leader?.getHttpEndPoint();
  return endPoint ? { address: endPoint.getAddress(), port: endPoint.getPort() } : null;
}
