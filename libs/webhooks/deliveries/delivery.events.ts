import type { Fact } from '@pps/kernel';

/** `auto`: by the schedule; `manual` and `replay`: requested by the user. */
export type DeliveryTrigger = 'auto' | 'manual' | 'replay';

/** The user requested a test delivery, which stands outside the webhook's sequence. */
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
/** One delivery attempt was made: what the endpoint answered, or why it did not answer. */
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
/** Every attempt of the schedule failed; there will be no further one unless a redelivery is requested. */
export type WebhookDeliveryExhausted = Fact<'WebhookDeliveryExhausted', { readonly at: string }>;
/** The user requested a redelivery: of one delivery (`manual`) or of all events of a period (`replay`). */
export type WebhookRedeliveryRequested = Fact<
  'WebhookRedeliveryRequested',
  {
    readonly trigger: 'manual' | 'replay';
    /** The replay that it belongs to; absent for one delivery, and in replays of older releases. */
    readonly replayId?: string;
    readonly at: string;
  }
>;

export type DeliveryFact =
  WebhookTestRequested | WebhookDeliveryAttempted | WebhookDelivered | WebhookDeliveryExhausted | WebhookRedeliveryRequested;
