import { headersOf } from '@pps/webhooks';
import type { DescribedEvent } from './describe-event';

/** A delivery as the service shows it. */
export interface ShownDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly payload: DescribedEvent;
}

const answerWithinMs = 15_000;

/** Sends it as the service would, signed with the secret; gives what came back in a few words. Never throws for the receiver. */
export async function forwardDelivery(url: URL, { id, event_id: eventId, payload }: ShownDelivery, secret: string): Promise<string> {
  const body = JSON.stringify(payload);
  const { type: event, sequence, timestamp: occurredAt, data } = payload;
  const credentials = { secrets: [secret], privateKeys: [], headers: {} } as const;
  const headers = headersOf({ deliveryId: id, eventId, event, sequence, occurredAt, data }, body, credentials, new Date());
  const begun = performance.now();
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return `${response.status} in ${Math.round(performance.now() - begun)} ms`;
  } catch (error) {
    const cause = (error as { cause?: { code?: unknown } }).cause?.code;
    return `no answer (${typeof cause === 'string' ? cause : error instanceof Error ? error.name : 'unknown'})`;
  }
}
