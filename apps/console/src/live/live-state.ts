import { useSyncExternalStore } from 'react';

/** How this window learns of changes: `live` by the stream, `polling` by asking again and again. */
export interface LiveState {
  readonly kind: 'connecting' | 'live' | 'polling';
}

let live: LiveState = { kind: 'connecting' };
const listeners = new Set<() => void>();

export function setLive(kind: LiveState['kind']): void {
  if (live.kind === kind) return;
  live = { kind };
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useLive = (): LiveState => useSyncExternalStore(listen, () => live);
