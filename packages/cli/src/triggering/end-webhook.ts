import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PinPublishing } from 'pin-publishing';
import { CommandFailed } from '../command-failed';

const waitMs = 60_000;

/** Makes a webhook of an endpoint on this machine that answers 410 Gone, sends it a test, and waits until the service has disabled it; then deletes it. */
export async function endWebhook(client: PinPublishing): Promise<object> {
  const server = createServer((_, response) => response.writeHead(410).end());
  await new Promise<void>((done, fail) => void server.on('error', fail).listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const made = await client.webhooks.create({ url: `http://127.0.0.1:${port}/gone`, events: ['webhook.*'] });
  try {
    await client.webhooks.test(made.id);
    for (const until = Date.now() + waitMs; Date.now() < until; await pause(500)) {
      const now = await client.webhooks.get(made.id);
      if (!now.is_enabled) return { webhook_id: made.id, disabled_reason: now.disabled_reason };
    }
    throw new CommandFailed(
      'the service did not reach this machine within a minute: this event is for a service that runs here',
      'refused',
    );
  } finally {
    server.closeAllConnections();
    server.close();
    await client.webhooks.delete(made.id).catch(() => undefined);
  }
}
