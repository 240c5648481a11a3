import { ConditionVariable, orTimeout, SingleFlight } from '@pps/concurrency';
import { connect, Events, type ConnectionOptions, type NatsConnection } from 'nats';
import { askWorkStream, updateWorkStream } from './work-stream';

export interface QueueTrouble {
  readonly error: unknown;
  readonly awayMs: number;
}

/** A connection to NATS that is opened again for ever, and what is known of the stream behind it. */
export interface QueueConnection {
  /** Null while the stream does not answer. */
  open(): NatsConnection | null;
  /** Resolves when the first try is over, however it ended. */
  readonly tried: Promise<void>;
  /** True as soon as the stream answers, false after so many milliseconds. */
  whenOpen(ms: number, signal?: AbortSignal): Promise<boolean>;
  /** Asks the stream now. */
  trouble(): Promise<QueueTrouble | null>;
  /** Something failed there: the stream is asked at once. */
  suspect(): void;
  /** From now on the stream is asked often, so that who takes from it learns soon that it is away. */
  watch(): void;
  /** Told each time that the stream is away. */
  onAway(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface QueueConnectionOptions {
  readonly onError: (error: unknown) => void;
  /** Told when the stream answers after so many milliseconds without. */
  readonly onReturn: (awayMs: number) => void;
}

const connectMs = 2_000;
const askMs = 750;
/** A server that is alone ends its connections when it ends: only one that stands still has to be found out. */
const askEveryMs = { watched: 750, watchedAlone: 2_000, unwatched: 5_000, away: 250 };
/** A stream with too few copies is given more when there are servers for them. */
const copiesEveryMs = 30_000;

/** Connects in the background, at once and for ever. `onError` is told of each failure, from the start on. */
export function openQueueConnection(address: ConnectionOptions, { onError, onReturn }: QueueConnectionOptions): QueueConnection {
  const ending = new AbortController();
  const changed = new ConditionVariable();
  const wake = new ConditionVariable();
  const listeners = new Set<() => void>();
  let nats: NatsConnection | undefined;
  let isOpen = false;
  let isGone: Error | null = null;
  let isWatched = false;
  let awaySince = performance.now();
  let lastError: unknown = new Error('not connected yet');
  let copiesAt = -Infinity;

  const setAway = (error: unknown): void => {
    lastError = error;
    if (isOpen) awaySince = performance.now();
    isOpen = false;
    listeners.forEach((listener) => listener());
  };

  const setOpen = (): void => {
    if (isOpen) return;
    isOpen = true;
    onReturn(performance.now() - awaySince);
    changed.notifyAll();
  };

  const follow = async (followed: NatsConnection): Promise<void> => {
    for await (const { type, data } of followed.status()) {
      if (type === Events.Disconnect) setAway((isGone = new Error(`the connection to ${String(data)} is gone`)));
      if (type === Events.Reconnect) isGone = null;
      if (type === Events.Disconnect || type === Events.Reconnect) wake.notifyAll();
    }
  };

  /** The client connects again by itself, except after a refusal. */
  const connected = async (): Promise<NatsConnection> => {
    if (nats && !nats.isClosed()) {
      if (isGone) throw isGone;
      return nats;
    }
    const options = { maxReconnectAttempts: -1, reconnectTimeWait: 250, timeout: connectMs, name: 'pin-publishing' };
    nats = await connect({ ...address, ...options });
    isGone = null;
    if (ending.signal.aborted) await nats.close();
    void follow(nats).catch(() => undefined);
    return nats;
  };

  /** More copies, and settings of a newer version: nothing waits for it. */
  const improve = async (asked: NatsConnection, isWanted: boolean): Promise<void> => {
    const isDue = copiesAt === -Infinity || (isWanted && performance.now() - copiesAt > copiesEveryMs);
    if (!isDue) return;
    copiesAt = performance.now();
    await updateWorkStream(asked).catch(() => undefined);
  };

  const ask = async (): Promise<void> => {
    let asked: NatsConnection | undefined;
    try {
      asked = await connected();
      const copies = await askWorkStream(asked, askMs);
      if (ending.signal.aborted) return;
      setOpen();
      void improve(asked, copies !== null);
    } catch (error) {
      if (ending.signal.aborted) return;
      setAway(error);
      onError(error);
      // A server that says nothing at all is left for another one.
      if (
        asked &&
        (await orTimeout(
          asked.rtt().catch(() => undefined),
          askMs,
        )) === undefined
      )
        await asked.reconnect().catch(() => undefined);
    }
  };
  const asking = new SingleFlight(ask);

  const waitMs = (): number => {
    if (!isWatched) return askEveryMs.unwatched;
    return nats?.info?.cluster ? askEveryMs.watched : askEveryMs.watchedAlone;
  };
  const first = asking.run();
  const keeping = (async () => {
    await first;
    while (!ending.signal.aborted) {
      await wake.wait(isOpen ? waitMs() : askEveryMs.away, ending.signal);
      if (!ending.signal.aborted) await asking.run();
    }
  })();

  return {
    open: () => (isOpen && nats ? nats : null),
    tried: first,
    async whenOpen(ms, signal) {
      return isOpen || (await changed.wait(ms, signal));
    },
    async trouble() {
      if (isOpen) await asking.run();
      return isOpen ? null : { error: lastError, awayMs: performance.now() - awaySince };
    },
    suspect: () => wake.notifyAll(),
    watch() {
      isWatched = true;
      wake.notifyAll();
    },
    onAway(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      ending.abort();
      await nats?.close();
      await orTimeout(keeping, connectMs);
    },
  };
}
