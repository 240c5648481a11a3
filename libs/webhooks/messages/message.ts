import type { MessageCredentials } from './credentials';
import { bodySignature, standardSignature } from './signature';

export interface WebhookMessage {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  /** 0 for a test, which stands outside the webhook's sequence. */
  readonly sequence: number;
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The payload; it is the same for every attempt. */
export const payloadOf = (message: WebhookMessage, projectId: string) => ({
  id: message.eventId,
  type: message.event,
  event: message.event,
  timestamp: new Date(message.occurredAt).toISOString(),
  sequence: message.sequence,
  workspace_id: projectId,
  data: message.data,
});

/** The headers of one attempt, ours after the client's own. */
export function headersOf(
  message: WebhookMessage,
  body: string,
  { secrets, privateKeys, headers }: MessageCredentials,
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    ...headers,
    'content-type': 'application/json',
    'user-agent': 'PinPublishingService-Webhooks/1',
    'webhook-id': message.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature({ id: message.eventId, timestamp, body }, secrets, privateKeys),
    'X-Service-Event': message.event,
    'X-Service-Delivery-ID': message.deliveryId,
    'X-Service-Signature': bodySignature(body, secrets[0]),
  };
}
