import type { Fact } from '@pps/kernel';

/** `auto`: due by itself; `manual` and `replay`: asked for by the user. */
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
/** The message was sent once: what the endpoint answered, or why no answer came. */
export type WebhookDeliveryAttempted = Fact<
  'WebhookDeliveryAttempted',
  {
    readonly webhookId: string;
    /** Counts from 1 over all attempts of the delivery. */
    readonly n: number;
    readonly startedAt: string;
    readonly durationMs: number;
    /** Absent when no answer came. */
    readonly statusCode?: number;
    /** Why no answer came. */
    readonly error?: string;
    readonly trigger: DeliveryTrigger;
    /** Absent after success and after the last attempt. */
    readonly nextAttemptAt?: string;
  }
>;
/** The endpoint answered with success. */
export type WebhookDelivered = Fact<'WebhookDelivered', { readonly at: string }>;
/** No attempt of the schedule succeeded; it is not tried again by itself. */
export type WebhookDeliveryExhausted = Fact<'WebhookDeliveryExhausted', { readonly at: string }>;
/** The user asked to have it sent again: one delivery (`manual`) or a whole stretch of them (`replay`). */
export type WebhookRedeliveryRequested = Fact<'WebhookRedeliveryRequested', { readonly trigger: 'manual' | 'replay'; readonly at: string }>;

export type DeliveryFact =
  WebhookTestRequested | WebhookDeliveryAttempted | WebhookDelivered | WebhookDeliveryExhausted | WebhookRedeliveryRequested;
