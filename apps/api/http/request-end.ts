import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const openOn = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `onEnd` once, when the answer is out or the connection is gone; now where it is gone already. The response's own 'close' would not do: it has come
 * before where the client left while its request waited, and never comes to one that waits for earlier answers on its connection.
 */
export function whenRequestEnds({ socket }: IncomingMessage, response: ServerResponse, onEnd: () => void): void {
  if (socket.destroyed) {
    onEnd();
    return;
  }
  const open = openOf(socket);
  const end = () => {
    if (open.delete(end)) onEnd();
  };
  open.add(end);
  response.once('finish', end);
}

/** One listener of each connection, however many requests come on it. */
function openOf(socket: Socket): Set<() => void> {
  const known = openOn.get(socket);
  if (known) return known;
  const open = new Set<() => void>();
  openOn.set(socket, open);
  socket.once('close', () => {
    for (const end of open) end();
  });
  return open;
}
