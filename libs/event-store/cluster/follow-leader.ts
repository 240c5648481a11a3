import { convertToCommandError, DeadlineExceededError, type EventStoreDBClient } from '@eventstore/db-client';
import { parseConnectionString, type ConnectionOptions, type QueryOptions } from '@eventstore/db-client/dist/Client/parseConnectionString';
import { credentials, type ChannelCredentials } from '@grpc/grpc-js';
import { pause } from '@pps/concurrency';
import { readFileSync } from 'node:fs';
import { insidesOf } from '../client-insides';
import { Gossip, isSameNode, type ClusterNode } from './gossip.client';

export interface LeaderFollower {
  /** Calls `leave` when the client goes on with another node; gives what ends that. */
  onLeave(leave: () => void): () => void;
  stop(): void;
}

const looksEveryMs = 1_000;

/** The leader was elected anew: the node that we are connected to may never answer again. */
class LeaderElsewhere extends Error {
  override readonly name = 'LeaderElsewhere';
}

/** What the address of a cluster says; null for the address of one node, or where another node than the leader is wanted. */
export function readCluster(connectionString: string): ConnectionOptions | null {
  const options = parseConnectionString(connectionString);
  const isCluster = options.hosts.length > 1 || options.dnsDiscover;
  return isCluster && (options.nodePreference ?? 'leader') === 'leader' ? options : null;
}

/** An address whose client looks once for a leader and then says that there is none: who repeats calls are we. */
export function withOneDiscovery(connectionString: string): string {
  const [address = '', query] = connectionString.split('?', 2);
  const kept = (query ?? '').split('&').filter((option) => option !== '' && !/^(maxDiscoverAttempts|gossipTimeout)=/i.test(option));
  return `${address}?${[...kept, 'maxDiscoverAttempts=1', 'gossipTimeout=1'].join('&')}`;
}

/**
 * Keeps a client of a cluster with its leader: all seeds are asked at once, a node that lets a call's time pass is left, and also one that leads no more as
 * the others say, asked once a second. The client itself (6.2) asks one seed after the other for 5 s each, and stays with a node that is silent.
 */
export function followLeader(client: EventStoreDBClient, { hosts, dnsDiscover, ...channel }: ConnectionOptions): LeaderFollower {
  const gossip = new Gossip({ seeds: hosts, isDnsName: dnsDiscover, credentials: channelCredentials(channel) });
  const insides = insidesOf(client);
  const { resolveUri: resolveAsBefore, shouldReconnect: shouldReconnectAsBefore } = insides;
  const listeners = new Set<() => void>();
  const ending = new AbortController();
  let current: ClusterNode | null = null;
  let failed: ClusterNode | null = null;
  let named: ClusterNode | null = null;

  const leave = () => [...listeners].forEach((listener) => listener());

  insides.resolveUri = async () => {
    const leader = named ?? (await findLeader(gossip, failed));
    named = null;
    if (!leader) {
      // Any node: it says who leads, or the next look does.
      const uri = await resolveAsBefore();
      const colon = uri.lastIndexOf(':');
      current = { address: uri.slice(0, colon), port: Number(uri.slice(colon + 1)) };
      return uri;
    }
    const isOther = current !== null && !isSameNode(current, leader);
    current = leader;
    if (isOther) leave();
    return `${leader.address}:${leader.port}`;
  };

  insides.shouldReconnect = (thrown) => {
    const [isLost, next] = shouldReconnectAsBefore(thrown);
    const isSilent = thrown instanceof LeaderElsewhere || convertToCommandError(thrown as Error) instanceof DeadlineExceededError;
    if (isLost || isSilent) [failed, named] = [current, next ?? null];
    return isLost ? [true, next] : [isSilent];
  };

  const look = async () => {
    const asked = current;
    if (asked === null) return;
    const leaders = await gossip.ask();
    if (leaders.length === 0 || leaders.some((leader) => isSameNode(leader, asked)) || !isSameNode(current, asked)) return;
    const failedChannel = await insides.getChannel();
    if (!isSameNode(current, asked)) return;
    await insides.handleError({ getChannel: () => failedChannel }, new LeaderElsewhere());
    leave();
  };
  const watch = async () => {
    while (!ending.signal.aborted) {
      await look().catch(() => undefined);
      await pause(looksEveryMs, ending.signal);
    }
  };
  void watch();

  return {
    onLeave(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      ending.abort();
      gossip.close();
    },
  };
}

/** The first leader that is named, rather not the one that has just failed. */
async function findLeader(gossip: Gossip, failed: ClusterNode | null): Promise<ClusterNode | null> {
  return new Promise((resolve, reject) => {
    const onLeader = (leader: ClusterNode) => void (isSameNode(leader, failed) || resolve(leader));
    gossip.ask(onLeader).then((leaders) => resolve(leaders[0] ?? null), reject);
  });
}

function channelCredentials({ tls, tlsCAFile, userCertFile, userKeyFile }: QueryOptions): ChannelCredentials {
  if (tls === false) return credentials.createInsecure();
  const contentOf = (file: string | undefined) => (file === undefined ? null : readFileSync(file));
  return credentials.createSsl(contentOf(tlsCAFile), contentOf(userKeyFile), contentOf(userCertFile));
}
