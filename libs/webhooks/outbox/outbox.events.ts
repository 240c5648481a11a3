import type { Fact } from '@pps/kernel';

/** One event for one webhook; its revision in the stream, plus 1, is the event's `sequence`. */
export type WebhookDeliveryRequested = Fact<
  'WebhookDeliveryRequested',
  {
    readonly webhookId: string;
    readonly deliveryId: string;
    readonly eventId: string;
    readonly event: string;
    readonly occurredAt: string;
    /** The message's `data`, in the field names of the HTTP API. */
    readonly data: Readonly<Record<string, unknown>>;
    /** Position of the fact behind the event. A fact at or before the newest of these in the stream has been requested already. */
    readonly causePosition: string;
  }
>;
