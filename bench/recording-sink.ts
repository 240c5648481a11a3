import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  readonly at: number;
  readonly body: string;
}

/** A local endpoint: what comes to `/hanging…` is answered after so long, everything else at once. What comes there is known by the id of its event and of its pin. */
export async function startRecordingSink(hangingMs = 60_000) {
  const arrivals = new Map<string, Arrival>();
  let hanging = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isHanging = request.url?.startsWith('/hanging') === true;
      const id = request.headers['webhook-id'];
      if (!isHanging && typeof id === 'string' && !arrivals.has(id)) {
        const arrival = { at: performance.now(), body: Buffer.concat(chunks).toString() };
        arrivals.set(id, arrival);
        const { data } = JSON.parse(arrival.body) as { data?: { pin_id?: string } };
        if (data?.pin_id !== undefined) arrivals.set(data.pin_id, arrival);
      }
      if (isHanging) hanging += 1;
      const timer = setTimeout(() => response.writeHead(204).end(), isHanging ? hangingMs : 0);
      response.once('close', () => {
        clearTimeout(timer);
        if (isHanging) hanging -= 1;
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The first of each. */
    arrivals,
    /** How many calls wait for their answer at `/hanging…`. */
    hanging: () => hanging,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
