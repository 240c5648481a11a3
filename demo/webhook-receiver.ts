import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

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
  let webhook: Webhook | undefined;
  const take = (body: string, headers: Record<string, string>): void => {
    if (!webhook) throw new Error('a request came before the subscription');
    const event = webhook.verify(body, headers) as { id: string; type: string; sequence: number; data: { pin_id: string } };
    events.set(event.id, { type: event.type, sequence: event.sequence, pinId: event.data.pin_id });
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
      if (body.length > longestBody) request.destroy();
    });
    request.on('end', () => {
      try {
        take(body, request.headers as Record<string, string>);
        response.writeHead(204).end();
      } catch (error) {
        refused.push((error as Error).message);
        response.writeHead(401).end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events,
    refused,
    trust: (secret) => void (webhook = new Webhook(secret)),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
