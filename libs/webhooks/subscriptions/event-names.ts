/** The events that a webhook may subscribe to; `*` stands for all. */
export const webhookEventNames = [
  'pin.queued',
  'pin.deferred',
  'pin.publishing',
  'pin.published',
  'pin.failed',
  'schedule.fired',
  'schedule.failed',
  'schedule.canceled',
  'import.completed',
  'account.reconnect_required',
  'quota.threshold_reached',
  'webhook.disabled',
] as const;

export type WebhookEvent = (typeof webhookEventNames)[number];

export const everyEvent = '*';
export const testEvent = 'webhook.test';

export const defaultEvents: readonly WebhookEvent[] = ['pin.published', 'pin.failed'];

/** What stands for all events of a kind, those of later releases too: `pin.*`. */
export const eventPatterns: readonly string[] = [...new Set(webhookEventNames.map(patternOf))];

export const subscribesTo = (events: readonly string[], event: WebhookEvent): boolean =>
  events.includes(everyEvent) || events.includes(event) || events.includes(patternOf(event));

function patternOf(event: WebhookEvent): string {
  return `${event.slice(0, event.indexOf('.'))}.*`;
}
