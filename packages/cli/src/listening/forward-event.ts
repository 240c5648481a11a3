import { createHmac } from 'node:crypto';
import { CommandFailed } from '../command-failed';

/** A delivery with its body, as the service shows it. */
export interface ShownDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly event: string;
  readonly sequence: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What came back, or why nothing did. */
export interface ForwardOutcome {
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  /** Whether nothing is there, or the connection was lost: as while a target starts again. */
  readonly isAway: boolean;
}

/** The headers of a call of the service itself, with its signatures. */
export function forwardHeaders(
  { id, event_id: eventId, event }: ShownDelivery,
  body: string,
  secret: string,
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'PinPublishingService-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
    'X-Service-Event': event,
    'X-Service-Delivery-ID': id,
    'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
  };
}

const answerWithinMs = 15_000;
const away = /^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Sends it as the service would. Throws for what no further try helps against, never for the target. */
export async function forwardEvent(target: URL, delivery: ShownDelivery, secret: string): Promise<ForwardOutcome> {
  const body = JSON.stringify(delivery.payload);
  const begun = performance.now();
  const took = (): number => Math.round(performance.now() - begun);
  try {
    const headers = forwardHeaders(delivery, body, secret, new Date());
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(target, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return { status: response.status, error: null, ms: took(), isAway: false };
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: unknown; readonly errors?: readonly { readonly code?: unknown }[] } };
    if (error instanceof TypeError && cause?.code === undefined && cause?.errors?.[0]?.code === undefined)
      throw new CommandFailed(`nothing can be sent to ${target.href}`, 'usage');
    const code = String(cause?.code ?? cause?.errors?.[0]?.code ?? (error instanceof Error ? error.name : 'unknown'));
    return { status: null, error: code, ms: took(), isAway: away.test(code) };
  }
}
