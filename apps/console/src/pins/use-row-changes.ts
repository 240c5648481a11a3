import type { Pin } from 'pin-publishing';
import { useEffect, useRef, useState } from 'react';
import { listenToChanges } from '../live/take-change';
import { useLive } from '../live/live-state';
import { client } from '../session/client';

export type ChangedRows = ReadonlyMap<string, Pin | 'gone'>;

/** Read at once. */
const most = 40;
const pollMs = 10_000;
const settled: ReadonlySet<string> = new Set(['published', 'failed']);

/**
 * What became of the rows that are shown since their page was read: those that change are read again, up to 40 together, and stay where they are, also where
 * they no longer fit what the list is narrowed to. `listName` names the list: another one begins without changes.
 */
export function useRowChanges(listName: string, shown: readonly Pin[], loaded: readonly Pin[]): ChangedRows {
  const [held, setHeld] = useState<{ readonly listName: string; readonly rows: ChangedRows }>({ listName, rows: new Map() });
  if (held.listName !== listName) setHeld({ listName, rows: new Map() });
  const present = useRef({ shown, loaded });
  /** Rows of which a change was told while they were scrolled away. */
  const unseen = useRef<ReadonlySet<string>>(new Set());
  const readAgain = useRef<((ids: readonly string[]) => void) | null>(null);
  const isPolling = useLive().kind === 'polling';

  useEffect(() => {
    const ending = new AbortController();
    const wanted = new Set<string>();
    let isReading = false;
    /** One round after the other, so that no answer is older than the one before it. */
    const read = async (ids: readonly string[]): Promise<void> => {
      unseen.current = new Set([...unseen.current].filter((id) => !ids.includes(id)));
      for (const id of ids) wanted.add(id);
      if (isReading) return;
      isReading = true;
      while (wanted.size > 0 && !ending.signal.aborted) {
        const round = [...wanted].slice(0, most);
        for (const id of round) wanted.delete(id);
        const rows = await readRows(round, ending.signal);
        if (ending.signal.aborted) return;
        // What could not be read is asked for again when it is looked at next.
        if (rows === null) unseen.current = new Set([...unseen.current, ...round]);
        else setHeld((before) => (before.listName === listName ? { listName, rows: new Map([...before.rows, ...rows]) } : before));
      }
      isReading = false;
    };
    readAgain.current = (ids) => void read(ids);
    const stop = listenToChanges((changes) => {
      const named = changes === 'all' ? null : new Set(changes.filter(({ type }) => type === 'pin').map(({ id }) => id));
      const changedIn = (pins: readonly Pin[]) => pins.map(({ id }) => id).filter((id) => named === null || named.has(id));
      const ids = changedIn(present.current.shown);
      const known = new Set(present.current.loaded.map(({ id }) => id));
      const before = [...unseen.current].filter((id) => known.has(id));
      unseen.current = new Set([...before, ...changedIn(present.current.loaded)]);
      if (ids.length > 0) void read(ids);
    });
    const timer = isPolling
      ? setInterval(() => void read(present.current.shown.filter(({ status }) => !settled.has(status)).map(({ id }) => id)), pollMs)
      : undefined;
    return () => {
      ending.abort();
      stop();
      clearInterval(timer);
    };
  }, [listName, isPolling]);
  useEffect(() => {
    present.current = { shown, loaded };
    const seen = shown.map(({ id }) => id).filter((id) => unseen.current.has(id));
    if (seen.length > 0) readAgain.current?.(seen);
  });
  return held.rows;
}

/** Null where nobody can tell: the rows stay as they were. A service of a release that knows no `ids` answers others. */
async function readRows(ids: readonly string[], signal: AbortSignal): Promise<ChangedRows | null> {
  try {
    const { items, total } = await client.pins.list({ ids: ids.join(), limit: ids.length }, { signal });
    if (total !== items.length || items.some(({ id }) => !ids.includes(id))) return null;
    const found = new Map(items.map((pin) => [pin.id, pin]));
    return new Map(ids.map((id) => [id, found.get(id) ?? 'gone']));
  } catch {
    return null;
  }
}
