import type { StreamType } from '@pps/event-store';
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
    /** The fact behind the event; absent in requests of releases up to 1.58. No fact at or before that of the newest request is requested any more. */
    readonly cause?: { readonly id: string; readonly stream: string; readonly revision: number };
    /** Position of that fact in the log that the request was first written to; in a copy of that log the fact stands elsewhere. */
    readonly causePosition: string;
  }
>;

/** `webhook_outbox-<webhookId>`: what one webhook is to be sent, in order, without a gap. Its state is its length, which the log counts itself. */
export const outboxStream: StreamType<null, WebhookDeliveryRequested> = {
  category: 'webhook_outbox',
  decider: { initial: null, evolve: () => null },
  facts: {
    WebhookDeliveryRequested: 1,
  },
  sealed: { WebhookDeliveryRequested: ['data'] },
};
