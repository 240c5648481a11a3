import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '@pps/concurrency';
import { seededRandom } from '@pps/kernel/testing';

/** One message that the sink took, that is answered with 204. */
export interface Accepted {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly pinId: string | null;
}

export interface UnreliableSink {
  readonly url: string;
  /** By the path of the webhook, in the order of arrival. */
  readonly accepted: ReadonlyMap<string, readonly Accepted[]>;
  readonly calls: () => number;
  readonly refused: () => number;
  stop(): Promise<void>;
}

const refusedShare = 0.3;
const resetShare = 0.1;
const slowShare = 0.03;
const slowestMs = 2_500;
/** A third refusal would be followed by a wait of minutes. */
const mostRefusals = 2;

/**
 * Of its calls it refuses 30 %, a third of these by breaking the connection, but no message more than twice; 3 % of the others it answers up to 2.5 s
 * late. Chance comes from the seed.
 */
export async function startUnreliableSink(seed: number): Promise<UnreliableSink> {
  const random = seededRandom(seed);
  const accepted = new Map<string, Accepted[]>();
  const refusals = new Map<string, number>();
  let [calls, refused] = [0, 0];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, type, sequence, data } = JSON.parse(Buffer.concat(chunks).toString()) as Message;
    const webhook = request.url ?? '';
    const [chance, lateness] = [random(), random()];
    calls += 1;
    const before = refusals.get(`${webhook} ${id}`) ?? 0;
    if (chance < refusedShare && before < mostRefusals) {
      refusals.set(`${webhook} ${id}`, before + 1);
      refused += 1;
      if (chance < resetShare) request.socket.resetAndDestroy();
      else response.writeHead(503).end();
      return;
    }
    if (chance > 1 - slowShare) await pause(lateness * slowestMs);
    const known = accepted.get(webhook) ?? [];
    known.push({ id, type, sequence, pinId: data.pin_id ?? null });
    accepted.set(webhook, known);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    // A caller that was killed in the middle of its request has not sent it.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    calls: () => calls,
    refused: () => refused,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Message {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly pin_id?: string };
}
