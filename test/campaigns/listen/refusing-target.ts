import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom } from '@pps/kernel/testing';
import type { Arrival } from './judge-arrivals';

export interface RefusingTarget {
  readonly url: string;
  /** All that came, refused or not, in order. */
  readonly arrivals: readonly Arrival[];
  readonly refused: () => number;
  /** Nothing listens at its port until it is back. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

const refusedShare = 1 / 3;
const refusals = [400, 404, 410, 429, 500, 503];

/** A receiver that answers a third of its events with a refusal. */
export async function startRefusingTarget(seed: number): Promise<RefusingTarget> {
  const random = seededRandom(seed);
  const arrivals: Arrival[] = [];
  let refused = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { id, sequence } = JSON.parse(body) as Arrival;
      arrivals.push({ id, sequence });
      const isRefused = random() < refusedShare;
      if (isRefused) refused += 1;
      response.writeHead(isRefused ? (refusals[Math.floor(random() * refusals.length)] ?? 500) : 204).end();
    });
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const leave = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    arrivals,
    refused: () => refused,
    leave,
    comeBack: () => listen(port),
    stop: leave,
  };
}
