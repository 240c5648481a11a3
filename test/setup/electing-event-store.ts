import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { throughProxy } from './through-proxy';

export type ElectionAnswer = 'UNAVAILABLE' | 'NotLeader';

export interface ElectingEventStore {
  readonly url: string;
  /** Cuts every connection; until `end` each call is refused as a cluster without a leader does, by gRPC. */
  begin(answer: ElectionAnswer): void;
  end(): void;
  /** Calls refused since the election began. */
  refused(): number;
  stop(): Promise<void>;
}

/** Stands in front of an event store on this machine and plays the elections of a cluster. */
export async function electingEventStore(storeUrl: string): Promise<ElectingEventStore> {
  const open = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const storePort = Number(new URL(storeUrl).port);
  let answer: ElectionAnswer | null = null;
  let refused = 0;

  const withoutLeader = createHttp2Server();
  withoutLeader.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined);
    session.once('close', () => sessions.delete(session));
  });
  withoutLeader.on('stream', (stream) => {
    refused++;
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...refusal() }, { endStream: true });
  });
  await new Promise<void>((resolve) => withoutLeader.listen(0, '127.0.0.1', resolve));

  const front = createServer((client) => {
    const target = createConnection({ host: '127.0.0.1', port: answer ? portOf(withoutLeader) : storePort });
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));

  function refusal(): Record<string, string> {
    if (answer === 'UNAVAILABLE') return { 'grpc-status': '14', 'grpc-message': 'Server Is Not Ready' };
    return {
      'grpc-status': '5',
      'grpc-message': 'Leader info available',
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(portOf(front)),
    };
  }
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    url: throughProxy(storeUrl, { port: portOf(front) }),
    begin(as) {
      answer = as;
      refused = 0;
      cut();
    },
    end() {
      answer = null;
      cut();
    },
    refused: () => refused,
    async stop() {
      cut();
      sessions.forEach((session) => session.destroy());
      await new Promise<void>((resolve) => front.close(() => resolve()));
      await new Promise<void>((resolve) => withoutLeader.close(() => resolve()));
    },
  };
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
