import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Headers } from '../../setup/platform-user';

/** Passes requests on as they are but for a credential, which the suite does not show. */
export async function addCredential(target: string, credential: Headers): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((asked, answer) => {
    const passed = request(`${target}${asked.url ?? ''}`, { method: asked.method ?? 'GET', headers: { ...asked.headers, ...credential } });
    passed.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
