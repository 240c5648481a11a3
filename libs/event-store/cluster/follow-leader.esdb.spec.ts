import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js';
import { newId } from '@pps/kernel';
import { eventually } from '../../../test/setup/eventually';
import { tcpProxy, type TcpProxy } from '../../../test/setup/tcp-proxy';
import { openEventStore, Streams, streamName, type EventStore } from '..';
import { follow } from '../follow';
import { count, counterType, someone } from '../testing';

const type = counterType();
const storeUrl = process.env.EVENTSTORE_URL ?? '';

/** A member of a cluster: what it says of its leader, and the way to the one store that all have here. */
interface Member {
  readonly gossipPort: number;
  readonly data: TcpProxy;
  frozen: boolean;
  readonly stop: () => Promise<void>;
}

let members: Member[] = [];
let leader = 0;
/** So often the others are asked before they have elected one. */
let asksUntilElection = Infinity;
let store: EventStore;

async function startMember(): Promise<Member> {
  const data = await tcpProxy(Number(new URL(storeUrl).port));
  const server = new Server();
  const member: Member = {
    gossipPort: 0,
    data,
    frozen: false,
    stop: async () => {
      server.forceShutdown();
      await data.stop();
    },
  };
  server.addService(GossipService, {
    read: (_: unknown, answer: sendUnaryData<ClusterInfo>) => void (member.frozen || answer(null, clusterInfo())),
  });
  const gossipPort = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port))),
  );
  return Object.assign(member, { gossipPort });
}

function clusterInfo(): ClusterInfo {
  if (members[leader]?.frozen && --asksUntilElection <= 0) leader = 1;
  const info = new ClusterInfo();
  for (const [index, { data }] of members.entries()) {
    const member = new MemberInfo();
    member.setInstanceId(new UUID().setString(newId()));
    member.setIsAlive(true);
    member.setState(index === leader ? MemberInfo.VNodeState.LEADER : MemberInfo.VNodeState.FOLLOWER);
    member.setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(data.port));
    info.addMembers(member);
  }
  return info;
}

function freeze(member: Member | undefined): void {
  if (!member) return;
  member.frozen = true;
  member.data.dropAnswers();
}

function wake(member: Member | undefined): void {
  if (!member) return;
  member.frozen = false;
  member.data.pass();
}

beforeAll(async () => {
  members = [await startMember(), await startMember(), await startMember()];
  const seeds = members.map(({ gossipPort }) => `127.0.0.1:${gossipPort}`).join(',');
  store = openEventStore(storeUrl.replace(/(?<=:\/\/)[^/?]+/, seeds), { appendTimeoutMs: 3_000, patienceMs: 120_000 });
});
afterAll(async () => {
  await store.close();
  for (const member of members) await member.stop();
});

const append = (id: string) => new Streams(store).decide(type, id, someone, count);

test('a leader that freezes is left for the new one by who appends, and by who only follows the log', async () => {
  const ending = new AbortController();
  const seen: string[] = [];
  const after = await store.head();
  const following = follow(store, {
    after,
    signal: ending.signal,
    onBatch: async (facts) => void seen.push(...facts.map(({ stream }) => stream)),
  });
  const sees = (id: string) => eventually('the fact', async () => (seen.includes(streamName(type, id)) ? true : undefined));
  const [before, meanwhile, afterwards] = [newId(), newId(), newId()] as const;
  await append(before);
  await sees(before);

  freeze(members[0]);
  asksUntilElection = 4;
  await append(meanwhile);
  await sees(meanwhile);
  expect(leader).toBe(1);

  wake(members[0]);
  await append(afterwards);
  await sees(afterwards);
  expect(seen.filter((stream) => stream === streamName(type, meanwhile))).toHaveLength(1);
  ending.abort();
  await following;
});
