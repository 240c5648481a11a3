import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { acceptWaiting } from './accept-waiting';

test('a server that closes has accepted whoever was there', async () => {
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => undefined).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').resume());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(accepted).toBeLessThan(40);
  await acceptWaiting(server);
  server.close();
  expect(accepted).toBe(40);
  await once(server, 'close');
});

test('a server that nobody asks closes at once', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await acceptWaiting(server);
  server.close();
  await once(server, 'close');
});
