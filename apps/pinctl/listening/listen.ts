import { pause } from '@pps/concurrency';
import { describeEvent } from './describe-event';
import { findNewDeliveries } from './find-new-deliveries';
import { forwardDelivery, type ShownDelivery } from './forward-delivery';
import { closeListeningWebhook, openListeningWebhook } from './listening-webhook';
import { refusalOf, type ServiceClient } from './service-client';

export interface ListenOptions {
  /** Where to; null: events are printed alone. */
  readonly forwardTo: URL | null;
  readonly secret: string;
  /** Names and patterns of events; null: all. */
  readonly events: readonly string[] | null;
  readonly say: (line: string) => void;
}

const askEveryMs = 1_000;

/** Prints and forwards the events of the API key's project, in order, until the signal; then takes back what it made. Throws `CommandFailed`. */
export async function listen(
  service: ServiceClient,
  { forwardTo, secret, events, say }: ListenOptions,
  signal: AbortSignal,
): Promise<void> {
  const webhook = await openListeningWebhook(service, { secret, events, forwardTo: forwardTo?.href ?? null });
  say(`listening; Ctrl-C ends it${forwardTo ? `, forwarding to ${forwardTo.href}` : ''}`);
  let last = webhook.newestDeliveryId;
  try {
    for (; !signal.aborted; await pause(askEveryMs, signal)) {
      const { ids, isIncomplete } = await findNewDeliveries(service, webhook.id, last);
      if (isIncomplete) say('more events came than can be shown; older ones are left out');
      for (const id of ids) {
        if (signal.aborted) break;
        const answer = await service.call('GET', `/v1/webhooks/${webhook.id}/deliveries/${id}`);
        if (answer.status !== 200) throw refusalOf('a delivery cannot be read', answer);
        const delivery = answer.body as ShownDelivery;
        const outcome = forwardTo ? `  → ${await forwardDelivery(forwardTo, delivery, secret)}` : '';
        say(`${describeEvent(delivery.payload)}${outcome}`);
        last = id;
      }
    }
  } finally {
    const isGone = await closeListeningWebhook(service, webhook.id).catch(() => false);
    say(isGone ? 'ended; nothing is left behind' : `ended; the webhook ${webhook.id} is left behind, disabled: the next run uses it again`);
  }
}
