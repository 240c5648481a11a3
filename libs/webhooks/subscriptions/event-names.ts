import { webhookEvents } from '../messages/webhook-events';

export const everyEvent = '*';
export const testEvent = 'webhook.test';

/** What a webhook may subscribe to: all but the test. */
export type WebhookEvent = Exclude<keyof typeof webhookEvents, typeof testEvent>;

export const webhookEventNames = Object.keys(webhookEvents).filter((event) => event !== testEvent) as readonly WebhookEvent[];

export const defaultEvents: readonly WebhookEvent[] = ['pin.published', 'pin.failed'];

/** What stands for all events of a kind, those of later releases too: `pin.*`. */
export const eventPatterns: readonly string[] = [...new Set(webhookEventNames.map(patternOf))];

export const subscribesTo = (events: readonly string[], event: WebhookEvent): boolean =>
  events.includes(everyEvent) || events.includes(event) || events.includes(patternOf(event));

function patternOf(event: WebhookEvent): string {
  return `${event.slice(0, event.indexOf('.'))}.*`;
}
