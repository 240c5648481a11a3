import { setTimeout as pause } from 'node:timers/promises';
import { forwardEvent, type ForwardOutcome, type ShownDelivery } from './forward-event';

const triesOfSilence = 3;
const longestPauseMs = 5_000;

/**
 * Forwards an event until the target has answered. A target that cannot be reached, or loses the connection, is waited for, as long as it takes, since what follows would be out of
 * order; one that takes an event and does not answer is asked three times. An answer is an answer, also a refusal. Null: ended by the signal.
 */
export async function forwardSurely(
  target: URL,
  delivery: ShownDelivery,
  secret: string,
  { signal, tellAway }: { readonly signal: AbortSignal; readonly tellAway: (why: string) => void },
): Promise<ForwardOutcome | null> {
  for (let silent = 0, waitMs = 250; !signal.aborted; waitMs = Math.min(longestPauseMs, waitMs * 2)) {
    const outcome = await forwardEvent(target, delivery, secret);
    if (outcome.status !== null) return outcome;
    if (!outcome.isAway && ++silent >= triesOfSilence) return outcome;
    if (outcome.isAway) tellAway(outcome.error ?? 'unknown');
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
  return null;
}
