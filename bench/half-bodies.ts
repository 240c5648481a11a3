import { connect, type Socket } from 'node:net';
import { pause } from '@pps/concurrency';
import { processesOf } from '../test/operations/standalone/processes-of';
import { residentMib } from './resident-mib';
import type { ServiceUnderLoad } from './service-under-load';

const connections = 80;
const announced = 5_242_001;
const watchedMs = 8_000;

/** What 80 connections that send all but the last byte of 5 MB do to the memory of the API: MiB before, and the most while they last. */
export async function halfBodies(
  { service }: ServiceUnderLoad,
  headers: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  const pid = processesOf(service.dataDir).find(({ command }) => /apps\/(api|service)\//.test(command))?.pid ?? 0;
  const before = residentMib(pid);
  const sockets = Array.from({ length: connections }, () => sendHalf(service.apiPort, headers));
  let most = before;
  for (const until = performance.now() + watchedMs; performance.now() < until; await pause(100)) most = Math.max(most, residentMib(pid));
  const open = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return { 'MiB before': before, 'most MiB': most, 'still open after 8 s': open };
}

function sendHalf(port: number, headers: Readonly<Record<string, string>>): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const lines = Object.entries({ host: 'bench', 'content-type': 'application/json', 'content-length': announced, ...headers });
  socket.write(`POST /v1/pins/imports/json HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write(Buffer.alloc(announced - 1, '"'));
  return socket;
}
