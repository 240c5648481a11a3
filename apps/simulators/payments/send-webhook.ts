import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export interface WebhookSenderSettings {
  /** Where the service takes the provider's webhooks. */
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

const callMs = 10_000;

/** As Stripe signs: HMAC-SHA256 of `<t>.<body>`, in real time whatever the simulator's clock says. */
export function stripeSignature(body: string, secret: string, timestamp = Math.floor(Date.now() / 1_000)): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The status of the answer; 0 when none came. Tries again for so many milliseconds while nothing or a 5xx comes. */
export async function sendWebhook(body: string, settings: WebhookSenderSettings, patienceMs: number, signal: AbortSignal): Promise<number> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': stripeSignature(body, settings.webhookSecret) };
    const within = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
    const status = await fetch(settings.webhookUrl, { method: 'POST', headers, body, redirect: 'manual', signal: within }).then(
      (response) => response.status,
      () => 0,
    );
    if ((status > 0 && status < 500) || performance.now() > deadline || signal.aborted) return status;
    await delay(200, undefined, { signal }).catch(() => undefined);
  }
}
