import type { IncomingMessage } from 'node:http';
import { watchLeastRate } from './least-rate';

const settings = { BODY_LEAST_RATE: 1_000, BODY_RATE_WINDOW: 10_000 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function slownessAfter(ms: number, state: { readonly complete: boolean; readonly readableLength: number }): number {
  const onSlow = jest.fn();
  const watch = watchLeastRate({ socket: { bytesRead: 0 }, ...state } as unknown as IncomingMessage, settings, onSlow);
  jest.advanceTimersByTime(ms);
  watch.end();
  return onSlow.mock.calls.length;
}

test('a sender is slow only while the service waits for its bytes', () => {
  expect(slownessAfter(11_000, { complete: false, readableLength: 0 })).toBe(1);
  expect(slownessAfter(60_000, { complete: true, readableLength: 0 })).toBe(0);
  expect(slownessAfter(60_000, { complete: false, readableLength: 65_536 })).toBe(0);
});
