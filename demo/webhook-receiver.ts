import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from 'pin-publishing';

export interface VerifiedEvent {
  readonly type: string;
  readonly sequence: number;
  readonly pinId: string;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Verified events by their id: a repeat of a delivery counts once. */
  readonly events: ReadonlyMap<string, VerifiedEvent>;
  /** Why requests were refused. */
  readonly refused: readonly string[];
  /** From here on only what carries this secret's signature is taken. */
  trust(secret: string): void;
  stop(): Promise<void>;
}

const longestBody = 1_048_576;

/** Listens on a free loopback port; 204 for what is signed, 401 for what is not. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const events = new Map<string, VerifiedEvent>();
  const refused: string[] = [];
  let trusted = '';
  const take = async (body: string, headers: IncomingHttpHeaders): Promise<void> => {
    if (trusted === '') throw new Error('a request came before the subscription');
    const { id, type, sequence, data } = await verifyWebhook(body, headers, trusted);
    if ('pin_id' in data && typeof data.pin_id === 'string') events.set(id, { type, sequence, pinId: data.pin_id });
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
      if (body.length > longestBody) request.destroy();
    });
    request.on('end', () => {
      take(body, request.headers).then(
        () => response.writeHead(204).end(),
        (error: Error) => {
          refused.push(error.message);
          response.writeHead(401).end();
        },
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events,
    refused,
    trust: (secret) => void (trusted = secret),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
