import { setTimeout as pauseMs } from 'node:timers/promises';
import { ApiError, ConnectionError, type PinPublishing } from 'pin-publishing';
import { findDeliveries, stateAfter, type ListedDelivery } from './find-deliveries';
import type { ForwardOutcome, ShownDelivery } from './forward-event';
import { noState, type ListenerState } from './listener-state';

export interface Listening {
  readonly client: PinPublishing;
  /** Gives the webhook that holds the events; asked again where it is gone. */
  openWebhook(): Promise<string>;
  readonly since: Date | null;
  readonly state: ListenerState;
  keep(state: ListenerState): void;
  /** Resolves once the target has it, or was given up; null where nothing is forwarded. */
  forward(delivery: ShownDelivery): Promise<ForwardOutcome | null>;
  /** Resolves once it is written: what is kept before that, and then not written, would never be shown. */
  show(delivery: ShownDelivery, outcome: ForwardOutcome | null, isAgain: boolean): Promise<void>;
  tell(standing: Standing): void;
}

export type Standing =
  | { readonly kind: 'connecting' | 'live' }
  | { readonly kind: 'behind'; readonly count: number }
  | { readonly kind: 'lost'; readonly why: string };

interface Waiting {
  readonly listed: ListedDelivery;
  /** Whether it was shown before. */
  readonly isAgain: boolean;
}

const askEveryMs = 1_000;
const wideEvery = 10;
const atOnce = 8;
const backoffsMs = [500, 1_000, 2_000, 5_000];

/** Shows and forwards every event in order, until the signal. Throws what no waiting helps against: a revoked key, a scope that is missing. */
export async function listen(listening: Listening, signal: AbortSignal): Promise<void> {
  const { tell } = listening;
  let [state, webhookId, since] = [listening.state, null as string | null, listening.since];
  // Found and not yet shown: who is cut off again and again must not look for thousands anew each time.
  let [waiting, shown] = [[] as readonly Waiting[], 0];
  let failures = 0;
  tell({ kind: 'connecting' });
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      if (webhookId === null) {
        webhookId = await listening.openWebhook();
        // Another webhook counts anew.
        if (state.webhookId !== webhookId) state = { ...noState, webhookId };
        listening.keep(state);
      }
      [waiting, shown] = [waiting.slice(shown), 0];
      if (waiting.length === 0) {
        const { fresh, again } = await findDeliveries(listening.client, webhookId, state, { isWide: round % wideEvery === 0, since });
        waiting = [...fresh.map((listed) => ({ listed, isAgain: false })), ...again.map((listed) => ({ listed, isAgain: true }))];
        since = null;
      }
      const behind = waiting.filter(({ isAgain }) => !isAgain).length;
      if (behind > 1) tell({ kind: 'behind', count: behind });
      for await (const [{ listed, isAgain }, delivery] of readInOrder(listening.client, webhookId, waiting)) {
        if (signal.aborted) return;
        const outcome = await listening.forward(delivery);
        if (signal.aborted && outcome === null) return;
        await listening.show(delivery, outcome, isAgain);
        state = stateAfter(state, listed, isAgain);
        listening.keep(state);
        [shown, failures] = [shown + 1, 0];
      }
      failures = 0;
      tell({ kind: 'live' });
      await pause(askEveryMs, signal);
    } catch (error) {
      if (isGone(error) && webhookId !== null) [webhookId, waiting] = [null, []];
      else if (!isPassing(error)) throw error;
      tell({ kind: 'lost', why: error instanceof Error ? error.message : 'unknown' });
      await pause(backoffsMs[Math.min(failures++, backoffsMs.length - 1)] ?? askEveryMs, signal);
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/** Somebody deleted the webhook, or a delivery is too old to be kept. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const pause = (ms: number, signal: AbortSignal): Promise<void> => pauseMs(ms, undefined, { signal }).catch(() => undefined);

/** Reads some at once and gives one after the other. */
async function* readInOrder(
  client: PinPublishing,
  webhookId: string,
  waiting: readonly Waiting[],
): AsyncGenerator<readonly [Waiting, ShownDelivery]> {
  const reading: Promise<ShownDelivery>[] = [];
  for (const [index, each] of waiting.entries()) {
    while (reading.length < Math.min(waiting.length, index + atOnce)) {
      const read = client.webhooks.getDelivery(webhookId, waiting[reading.length]?.listed.id ?? '') as unknown as Promise<ShownDelivery>;
      // Its failure is met when its turn has come.
      read.catch(() => undefined);
      reading.push(read);
    }
    const read = reading[index];
    if (read) yield [each, await read];
    delete reading[index];
  }
}
