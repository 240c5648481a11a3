import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '@pps/concurrency';

export interface Balancer {
  readonly port: number;
  /** Which of the servers are ready by its last look. */
  ready(): readonly number[];
  stop(): Promise<void>;
}

const lookWithinMs = 2_000;
/** Who refuses or says that it is not ready is out at once; who is late may be on a machine that is busy. */
const lateLooks = 3;
const answersWithinMs = 60_000;

/** A small proxy of HTTP before servers on this machine: each request goes to the next one that says it is ready, on connections that stay open, once. */
export async function startBalancer(ports: readonly number[], looksEveryMs = 200): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const ready = new Set<number>();
  const ending = new AbortController();
  let next = 0;

  const look = async (port: number) => {
    let late = 0;
    while (!ending.signal.aborted) {
      const answer = await lookAt(port);
      late = answer === 'late' ? late + 1 : 0;
      if (answer === 'ready') ready.add(port);
      else if (answer === 'not ready' || late >= lateLooks) ready.delete(port);
      await pause(looksEveryMs, ending.signal);
    }
  };

  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const serving = [...ready].sort((a, b) => a - b);
    const port = serving[next++ % Math.max(1, serving.length)];
    const refuse = (why: string) => {
      if (answer.headersSent) return void answer.destroy();
      answer.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code: 'no_server', why } }));
    };
    if (port === undefined) return refuse('no server is ready');
    const { method, url: path, headers } = asked;
    const onward = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: answersWithinMs });
    onward.once('response', (got) => {
      answer.writeHead(got.statusCode ?? 502, { ...got.headers, connection: 'keep-alive' });
      got.once('error', () => answer.destroy());
      got.pipe(answer);
    });
    onward.once('timeout', () => onward.destroy(new Error('no answer in time')));
    onward.once('error', (error) => refuse(`${port}: ${error.message}`));
    asked.pipe(onward);
  };

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const looking = Promise.all(ports.map(look));
  return {
    port: (server.address() as AddressInfo).port,
    ready: () => [...ready],
    stop: async () => {
      ending.abort();
      await looking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function lookAt(port: number): Promise<'ready' | 'not ready' | 'late'> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(lookWithinMs) });
    await answer.arrayBuffer();
    return answer.status === 200 ? 'ready' : 'not ready';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'late' : 'not ready';
  }
}
