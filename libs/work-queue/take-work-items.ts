import { orTimeout, pause } from '@pps/concurrency';
import { Semaphore } from 'async-mutex';
import { AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { ConsumerEvents, type Consumer, type ConsumerMessages, type JsMsg } from 'nats';
import { dueWorkOf, type DueWork, type NatsPresence } from './due-work';
import { followConsumer } from './follow-consumer';
import type { QueueConnection } from './queue-connection';
import type { TakeOptions, WorkItem, WorkKind } from './work-item';

const pullMs = 10_000;
const shortestPullMs = 1_000;
/**
 * Two that do not come are a consumer that does not answer. In a cluster its leader may be gone while the stream's is there; one server is asked for the
 * stream anyway, and says when it has lost a consumer.
 */
const heartbeatMs = { inCluster: 500, alone: 5_000 };
const restMs = 500;
/** A pull that brings nothing for so long has found nothing waiting. */
const quietMs = 50;
/** Sooner nobody looks for what NATS would have brought. */
const awayAfterMs = 1_000;

/** What came from NATS, was offered in this process, or was found to be due. Only the first has a message. */
interface Taken {
  readonly read: () => WorkItem;
  readonly message: JsMsg | null;
  /** Nobody has offered it: another process may have found it too. */
  readonly isFound?: true;
}

/** Takes an item that was offered in this process, and begins with it; false where that is left to NATS: no slot is free, or NATS has earlier ones. */
export type LocalTaker = (item: WorkItem) => boolean;

/**
 * Fetches one work item for each free slot: an item fetched earlier would time out behind a slow handler. While NATS does not bring any,
 * what is due is looked for. Resolves when `signal` has aborted and all work in hand is done.
 */
export async function takeWorkItems(
  connection: QueueConnection,
  kind: WorkKind,
  options: TakeOptions,
  onError: (error: unknown) => void,
  localTakers: Set<LocalTaker>,
): Promise<void> {
  const { signal, concurrency, handOff, ackWaitMs = 10_000 } = options;
  // A wait that a look has overtaken listens until its time is over; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  const slots = new Semaphore(concurrency);
  const pulls = new Set<ConsumerMessages>();
  const stop = () => pulls.forEach((pull) => pull.stop());
  signal.addEventListener('abort', stop, { once: true });
  const ignoreAway = connection.onAway(stop);
  const consumer = followConsumer(connection, { kind, ackWaitMs, signal }, onError);
  const due = dueWorkOf(options);

  const inHand = new Set<Promise<void>>();
  let handedOff = 0;
  /** Until the work is done, or has left its slot. */
  const waitForSlot = async (handled: Promise<void>): Promise<void> => {
    if (!handOff) return handled;
    const done = await orTimeout(
      handled.then(() => true),
      handOff.afterMs,
    );
    if (done) return;
    if (handedOff >= handOff.max) return handled;
    handedOff += 1;
    void handled.finally(() => (handedOff -= 1));
  };
  const begin = (taken: Taken, leaveSlot: () => void): void => {
    const handled = handleTaken(taken, options, due, ackWaitMs * 0.3);
    inHand.add(handled);
    void handled.finally(() => inHand.delete(handled));
    void waitForSlot(handled).finally(leaveSlot);
  };
  /** Whether NATS has what was offered here while no slot was free: what is offered later does not overtake it. */
  let isBehind = false;
  // Who offers does not lend the work its context.
  const takeHere: LocalTaker = AsyncResource.bind((item: WorkItem): boolean => {
    isBehind ||= slots.isLocked();
    if (signal.aborted || isBehind) return false;
    void slots.acquire().then(([, leaveSlot]) => begin({ read: () => item, message: null }, leaveSlot));
    return true;
  });

  /** Null where none came in time. Throws where the consumer does not answer. */
  const nextMessage = async (source: Consumer, expires: number): Promise<JsMsg | null> => {
    const idle_heartbeat = Math.min(isCluster() ? heartbeatMs.inCluster : heartbeatMs.alone, expires / 2);
    const pull = await source.fetch({ max_messages: 1, expires, idle_heartbeat });
    pulls.add(pull);
    const heard = hear(pull);
    const quiet = setTimeout(() => (isBehind = false), quietMs);
    if (signal.aborted) pull.stop();
    try {
      for await (const message of pull) {
        pull.stop();
        return message;
      }
      if (heard.isSilent) throw new Error('the consumer does not answer');
      return null;
    } finally {
      clearTimeout(quiet);
      pulls.delete(pull);
    }
  };

  let goneSince: number | null = performance.now();
  const isCluster = (): boolean => connection.open()?.info?.cluster !== undefined;
  /** A start or a hiccup is no absence. */
  const presenceOf = (source: Consumer | null): NatsPresence => {
    goneSince = source ? null : (goneSince ?? performance.now());
    if (goneSince !== null && performance.now() - goneSince >= awayAfterMs) return 'away';
    return isCluster() ? 'cluster' : 'one server';
  };

  const nextTaken = async (): Promise<Taken | null> => {
    if (signal.aborted) return null;
    const source = consumer.current();
    const presence = presenceOf(source);
    const found = due?.next(presence);
    if (found) return { read: () => found, message: null, isFound: true };
    const untilLookMs = due?.untilLookMs(presence) ?? Infinity;
    if (!source) {
      isBehind = false;
      const looking = due?.looking();
      const there = consumer.whenThere(looking ? restMs : Math.min(restMs, Math.max(1, untilLookMs)));
      await Promise.race(looking ? [there, looking] : [there]);
      return null;
    }
    try {
      const message = await nextMessage(source, Math.min(pullMs, Math.max(shortestPullMs, Math.ceil(untilLookMs))));
      return message && { read: () => message.json<WorkItem>(), message };
    } catch (error) {
      consumer.lose(source);
      await pause(restMs, signal);
      // Where the connection or the stream is gone, that is told by who keeps it.
      if (!signal.aborted && connection.open()) onError(error);
      return null;
    }
  };

  localTakers.add(takeHere);
  try {
    while (!signal.aborted) {
      const [, leaveSlot] = await slots.acquire();
      const taken = await nextTaken();
      if (taken) begin(taken, leaveSlot);
      else leaveSlot();
    }
  } finally {
    localTakers.delete(takeHere);
  }
  await Promise.all(inHand);
  ignoreAway();
  signal.removeEventListener('abort', stop);
}

async function handleTaken(
  { read, message, isFound }: Taken,
  options: TakeOptions,
  due: DueWork | null,
  keepAliveMs: number,
): Promise<void> {
  const beat = message && setInterval(() => unlessClosed(() => message.working()), keepAliveMs);
  let end: (() => void) | undefined;
  try {
    const item = read();
    end = due?.begin(item);
    if (isFound && options.takeDue && !(await options.takeDue(item))) return;
    await options.handle(item);
  } catch (error) {
    options.onError(error);
  } finally {
    end?.();
    if (beat) clearInterval(beat);
    if (message) unlessClosed(() => message.ack());
  }
}

/** Work that has begun is finished although the connection has closed; its item comes again and finds nothing to do. */
function unlessClosed(send: () => void): void {
  try {
    send();
  } catch {
    return;
  }
}

const silences: readonly (ConsumerEvents | string)[] = [
  ConsumerEvents.HeartbeatsMissed,
  ConsumerEvents.ConsumerNotFound,
  ConsumerEvents.ConsumerDeleted,
  ConsumerEvents.StreamNotFound,
  ConsumerEvents.NoResponders,
];

/** Ends a pull whose consumer is silent or gone; by itself the client (2.29) would go on waiting. */
function hear(pull: ConsumerMessages): { readonly isSilent: boolean } {
  const heard = { isSilent: false };
  const listen = async () => {
    for await (const { type } of await pull.status()) {
      if (!silences.includes(type)) continue;
      heard.isSilent = true;
      pull.stop();
    }
  };
  void listen().catch(() => undefined);
  return heard;
}
