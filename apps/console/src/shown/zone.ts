import { useSyncExternalStore } from 'react';

const key = 'pps-zone';
const listeners = new Set<() => void>();
const stored = (): string | null => localStorage.getItem(key);

/** The zone that times are shown in: what was chosen in this browser, else the person's. */
export function useZone(usual: string): string {
  const chosen = useSyncExternalStore((listener) => (listeners.add(listener), () => void listeners.delete(listener)), stored);
  return chosen !== null && isZone(chosen) ? chosen : isZone(usual) ? usual : 'UTC';
}

export function chooseZone(zone: string): void {
  localStorage.setItem(key, zone);
  for (const listener of listeners) listener();
}

/** The zone of this machine. */
export const ownZone = (): string => Intl.DateTimeFormat('en', {}).resolvedOptions().timeZone;

const known = new Map<string, boolean>();

export function isZone(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = canFormat(name);
  known.set(name, found);
  return found;
}

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
