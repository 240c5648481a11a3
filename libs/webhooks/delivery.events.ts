import type { Fact } from '@pps/kernel';

export type DeliveryTrigger = 'auto' | 'manual' | 'replay';

/** A delivery outside the webhook's sequence, asked for by the user. */
export type WebhookTestRequested = Fact<
  'WebhookTestRequested',
  {
    readonly deliveryId: string;
    readonly webhookId: string;
    readonly eventId: string;
    readonly event: string;
    readonly occurredAt: string;
    readonly data: Readonly<Record<string, unknown>>;
  }
>;
export type WebhookDeliveryAttempted = Fact<
  'WebhookDeliveryAttempted',
  {
    readonly webhookId: string;
    /** Counts from 1 over all attempts of the delivery. */
    readonly n: number;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly statusCode?: number;
    readonly error?: string;
    readonly trigger: DeliveryTrigger;
    readonly nextAttemptAt?: string;
  }
>;
export type WebhookDelivered = Fact<'WebhookDelivered', { readonly at: string }>;
export type WebhookDeliveryExhausted = Fact<'WebhookDeliveryExhausted', { readonly at: string }>;
export type WebhookRedeliveryRequested = Fact<'WebhookRedeliveryRequested', { readonly trigger: 'manual' | 'replay'; readonly at: string }>;

export type DeliveryFact =
  WebhookTestRequested | WebhookDeliveryAttempted | WebhookDelivered | WebhookDeliveryExhausted | WebhookRedeliveryRequested;
