import type { TimelineItem } from '@pps/pins';
import type { DeliveryRow } from '@pps/webhooks';

/** Which webhooks were told of a pin's events, and how that stands. */
export const deliveryItems = (rows: readonly DeliveryRow[]): TimelineItem[] => rows.flatMap((row) => [requested(row), ...standing(row)]);

const blank = { reason: null, next_step: null, attempt: null, actor: 'system' } as const;

function requested({ webhookId, event, createdAt, position }: DeliveryRow): TimelineItem {
  const message = `Webhook ${webhookId} is to hear of ${event}.`;
  return { ...blank, at: createdAt, type: 'WebhookDeliveryRequested', status: 'pending', message, position };
}

function standing(row: DeliveryRow): TimelineItem[] {
  const { webhookId, event, status, attemptCount, nextAttemptAt, updatedAt: at, lastPosition: position } = row;
  const attempt = attemptCount;
  switch (status) {
    case 'delivered': {
      const message = `Webhook ${webhookId} heard of ${event}.`;
      return [{ ...blank, at, type: 'WebhookDelivered', status, message, attempt, position }];
    }
    case 'exhausted': {
      const message = `Webhook ${webhookId} did not take ${event}; ${failureOfCall(row)}.`;
      const next_step = 'It is not sent again by itself; ask for a redelivery.';
      return [{ ...blank, at, type: 'WebhookDeliveryExhausted', status, message, next_step, attempt, position }];
    }
    case 'held':
    case 'pending': {
      if (attemptCount === 0) return [];
      const message = `Webhook ${webhookId} did not take ${event} yet; ${failureOfCall(row)}.`;
      const again = nextAttemptAt === null ? null : `It is sent again at ${nextAttemptAt}.`;
      const next_step = status === 'held' ? 'It is sent once the webhook is enabled.' : again;
      return [{ ...blank, at, type: 'WebhookDeliveryAttempted', status, message, next_step, attempt, position }];
    }
  }
}

const failureOfCall = ({ lastStatusCode }: DeliveryRow): string =>
  lastStatusCode === null ? 'no answer came' : `the last answer was ${lastStatusCode}`;
