import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { layWire, type Wire } from './wire';

let server: Server;
let wire: Wire;
const served: { readonly socket: Socket; text: string }[] = [];

beforeEach(async () => {
  served.length = 0;
  server = createServer((socket) => {
    const one = { socket, text: '' };
    served.push(one);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      one.text += data.toString();
      socket.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  wire = await layWire((server.address() as AddressInfo).port);
});
afterEach(async () => {
  await wire.stop();
  for (const { socket } of served) socket.destroy();
  server.close();
});

async function client() {
  const socket = connect(wire.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const heard = { text: '' };
  socket.on('data', (data) => (heard.text += data.toString()));
  const hears = async (text: string) => {
    while (heard.text !== text) await once(socket, 'data');
  };
  return { socket, heard, hears };
}

test('what a silent wire held back arrives when it is through again', async () => {
  const { socket, heard, hears } = await client();
  socket.write('a');
  await hears('a');
  wire.become('silent');
  socket.write('b');
  // Long enough that it would have come back.
  const other = await client();
  expect([heard.text, other.heard.text, served[0]?.text]).toEqual(['a', '', 'a']);
  wire.become('through');
  await hears('ab');
});

test('a deaf wire carries questions and no answers', async () => {
  const { socket, heard, hears } = await client();
  wire.become('deaf');
  socket.write('a');
  while (served[0]?.text !== 'a') await new Promise((resolve) => setImmediate(resolve));
  expect(heard.text).toBe('');
  wire.become('through');
  await hears('a');
});

test('a refusing wire ends what is open and takes nothing', async () => {
  const { socket } = await client();
  const closed = once(socket, 'close');
  wire.become('refusing');
  await closed;
  const another = connect(wire.port, '127.0.0.1');
  another.on('error', () => undefined);
  await once(another, 'close');
  wire.become('through');
  const third = await client();
  third.socket.write('c');
  await third.hears('c');
});

test('a slow wire carries everything in its order, later', async () => {
  const { socket, hears } = await client();
  wire.become('slow');
  const begun = performance.now();
  for (const letter of 'abcdef') socket.write(letter);
  await hears('abcdef');
  expect(performance.now() - begun).toBeGreaterThan(250);
});
