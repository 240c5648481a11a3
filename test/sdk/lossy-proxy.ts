import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of one request. */
export type Fate = 'passed' | 'cut before' | 'cut in the answer' | 'cut after' | 'too many' | 'unavailable' | 'unavailable after';

export interface LossyProxy {
  readonly url: string;
  readonly fates: ReadonlyMap<Fate, number>;
  stop(): Promise<void>;
}

/** A proxy to a service that loses requests and answers as `draw` says, and puts refusals of its own in their place. */
export async function startLossyProxy(target: string, draw: () => Fate): Promise<LossyProxy> {
  const fates = new Map<Fate, number>();
  const server = createServer((request, response) => {
    const fate = draw();
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
    carry(target, request, response, fate).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fates,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function carry(target: string, request: IncomingMessage, response: ServerResponse, fate: Fate): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (fate === 'cut before') return void response.destroy();
  if (fate === 'too many') return void refuse(response, 429, 'rate_limited');
  if (fate === 'unavailable') return void refuse(response, 503, 'service_unavailable');
  const headers = Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name));
  const method = request.method ?? 'GET';
  const init = { method, headers: headers as [string, string][], ...(method !== 'GET' && { body: Buffer.concat(parts) }) };
  const answer = await fetch(`${target}${request.url}`, init);
  const body = Buffer.from(await answer.arrayBuffer());
  if (fate === 'cut after') return void response.destroy();
  if (fate === 'unavailable after') return void refuse(response, 503, 'service_unavailable');
  // What `fetch` has decoded is encoded no more.
  const kept = [...answer.headers].filter(([name]) => !/^(content-encoding|transfer-encoding|connection)$/.test(name));
  response.writeHead(answer.status, { ...Object.fromEntries(kept), 'content-length': String(body.length) });
  if (fate === 'passed') return void response.end(body);
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
  response.end(
    JSON.stringify({ error: { code, message: 'no', remediation: 'wait', request_id: 'r', retry_after_seconds: 0 }, detail: 'no' }),
  );
}
