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

const askEveryMs = 1_000;
const wideEvery = 10;
const atOnce = 8;
const backoffsMs = [500, 1_000, 2_000, 5_000];

/** Shows and forwards every event in order, until the signal. Throws what no waiting helps against: a revoked key, a scope that is missing. */
export async function listen(listening: Listening, signal: AbortSignal): Promise<void> {
  const { tell } = listening;
  let [state, webhookId, since] = [listening.state, null as string | null, listening.since];
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
      const found = await findDeliveries(listening.client, webhookId, state, { isWide: round % wideEvery === 0, since });
      if (found.fresh.length > 1) tell({ kind: 'behind', count: found.fresh.length });
      for (const [some, isAgain] of [
        [found.fresh, false],
        [found.again, true],
      ] as const) {
        for await (const [listed, delivery] of readInOrder(listening.client, webhookId, some)) {
          if (signal.aborted) return;
          const outcome = await listening.forward(delivery);
          if (signal.aborted && outcome === null) return;
          await listening.show(delivery, outcome, isAgain);
          state = stateAfter(state, listed, isAgain);
          listening.keep(state);
        }
      }
      [since, failures] = [null, 0];
      tell({ kind: 'live' });
      await pause(askEveryMs, signal);
    } catch (error) {
      if (isGone(error) && webhookId !== null) webhookId = null;
      else if (!isPassing(error)) throw error;
      tell({ kind: 'lost', why: error instanceof Error ? error.message : 'unknown' });
      await pause(backoffsMs[Math.min(failures++, backoffsMs.length - 1)] ?? askEveryMs, signal);
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/** Somebody deleted the webhook. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const pause = (ms: number, signal: AbortSignal): Promise<void> => pauseMs(ms, undefined, { signal }).catch(() => undefined);

/** Reads some at once and gives one after the other. */
async function* readInOrder(
  client: PinPublishing,
  webhookId: string,
  listed: readonly ListedDelivery[],
): AsyncGenerator<readonly [ListedDelivery, ShownDelivery]> {
  const reading: Promise<ShownDelivery>[] = [];
  for (const [index, each] of listed.entries()) {
    while (reading.length < Math.min(listed.length, index + atOnce)) {
      const read = client.webhooks.getDelivery(webhookId, listed[reading.length]?.id ?? '') as unknown as Promise<ShownDelivery>;
      // Its failure is met when its turn has come.
      read.catch(() => undefined);
      reading.push(read);
    }
    const read = reading[index];
    if (read) yield [each, await read];
    delete reading[index];
  }
}
