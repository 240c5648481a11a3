import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { whenRequestEnds } from './request-end';

class FakeSocket extends EventEmitter {
  destroyed = false;
}

function openOn(socket: FakeSocket): { readonly response: EventEmitter; readonly onEnd: jest.Mock } {
  const [response, onEnd] = [new EventEmitter(), jest.fn()];
  whenRequestEnds({ socket } as unknown as IncomingMessage, response as unknown as ServerResponse, onEnd);
  return { response, onEnd };
}

test('each request of a kept connection ends once, and leaves no listener on it', () => {
  const socket = new FakeSocket();
  const requests = Array.from({ length: 100 }, () => openOn(socket));
  expect(socket.listenerCount('close')).toBe(1);
  requests[0]?.response.emit('finish');
  expect(requests.map(({ onEnd }) => onEnd.mock.calls.length).slice(0, 2)).toEqual([1, 0]);
  socket.destroyed = true;
  socket.emit('close');
  requests[1]?.response.emit('finish');
  for (const { onEnd } of requests) expect(onEnd).toHaveBeenCalledTimes(1);
});

test('a request whose connection is gone already has ended', () => {
  const socket = new FakeSocket();
  socket.destroyed = true;
  expect(openOn(socket).onEnd).toHaveBeenCalledTimes(1);
});
