import { LRUCache } from 'lru-cache';
import { hasSameCredentials, type WebhookReceiver } from './call-webhook';
import type { ActiveWebhook } from '../subscriptions/webhook.stream';

/** A receiver between two batches, and how long one of its deliveries took. */
export interface IdleReceiver extends WebhookReceiver {
  readonly tookMs: number;
}

/** Servers close what is idle after 5 s and more. */
const idleForMs = 4_000;
const mostIdle = 512;
/** As many batches of a webhook are under way at once. */
const slots = [0, 1];

/**
 * Receivers that have just answered, each with its open connection and the credentials that its messages are made with, for 4 s: the next batch need not
 * connect again, nor read and open its secrets, while these are usable.
 */
export class IdleReceivers {
  private readonly idle = new LRUCache<string, IdleReceiver>({
    max: mostIdle,
    ttl: idleForMs,
    ttlAutopurge: true,
    dispose: ({ connection }, _, reason) => {
      if (reason !== 'delete') connection.close();
    },
  });

  /** The receiver is the caller's from then on; null where there is none, the webhook has changed since, or its credentials are not usable any more. */
  take(webhook: ActiveWebhook, now: Date): IdleReceiver | null {
    for (const key of keysOf(webhook)) {
      const found = this.idle.get(key);
      if (!found) continue;
      this.idle.delete(key);
      const isSame = found.webhook.url === webhook.url && hasSameCredentials(found.webhook, webhook);
      if (isSame && now < found.credentials.usableUntil) return { ...found, webhook };
      found.connection.close();
    }
    return null;
  }

  /** Closes it where there are enough, or its connection would not be used again. */
  add(receiver: IdleReceiver): void {
    const free = keysOf(receiver.webhook).find((key) => !this.idle.has(key));
    if (free === undefined || !receiver.connection.mayReuse()) receiver.connection.close();
    else this.idle.set(free, receiver);
  }
}

const keysOf = ({ webhookId }: ActiveWebhook): readonly string[] => slots.map((slot) => `${webhookId} ${slot}`);
