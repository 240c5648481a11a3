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
    /** Where in the whole log the fact behind it stands; what is not newer than the stream's last has been requested already. */
    readonly causePosition: string;
  }
>;
