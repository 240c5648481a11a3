import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { payloadFaults } from './payload-faults';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: {
    readonly id: string;
    readonly type: string;
    readonly sequence: number;
    readonly data: Record<string, unknown>;
    readonly [field: string]: unknown;
  };
}

export type Reply = (response: ServerResponse, received: Received) => void;

/** An endpoint on this machine that records what it got and answers 204, or as a test wants. */
export async function startReceiver() {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const got = { headers: request.headers, body, json: JSON.parse(body) as Received['json'] };
      received.push(got);
      const reply = replies.shift() ?? ((answer: ServerResponse) => answer.writeHead(204).end());
      reply(response, got);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?from=us`,
    received,
    next: (...answers: Reply[]) => void replies.push(...answers),
    /** Throws when a body was not what the catalogue of events says. */
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      const faults = payloadFaults(received);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Reply =>
  (response) =>
    void response.writeHead(code, headers).end(body);
