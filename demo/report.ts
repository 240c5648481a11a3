import type { Pin } from 'pin-publishing';
import { table } from './table';
import type { WebhookReceiver } from './webhook-receiver';

export interface Report {
  readonly lines: readonly string[];
  readonly complete: boolean;
}

/** What became of the pins and what the webhook reported; the last line counts both. */
export function reportOf(expected: number, pins: readonly Pin[], { events, refused }: Pick<WebhookReceiver, 'events' | 'refused'>): Report {
  const notified = new Map([...events.values()].map((event) => [event.pinId, event]));
  const rows = pins.map((pin, index) => {
    const event = notified.get(pin.id);
    const webhook = event ? `${event.type} #${event.sequence}` : 'did not arrive';
    return [index + 1, pin.title, pin.error_code ?? pin.status, elapsed(pin), pin.platform_pin_id ?? '–', webhook];
  });
  const published = pins.filter(({ status }) => status === 'published').length;
  const verified = pins.filter(({ id, status }) => notified.get(id)?.type === `pin.${status}`).length;
  const short = [
    ...pins.filter(({ status }) => status !== 'published').map(({ title, status }) => `not published: "${title}" (${status})`),
    ...pins.filter(({ id }) => !notified.has(id)).map(({ title }) => `no webhook arrived for "${title}"`),
    ...refused.map((why) => `a webhook was refused: ${why}`),
  ];
  const summary = `${published} of ${expected} published, ${verified} webhooks verified`;
  return {
    lines: ['', ...table(['', 'pin', 'status', 'ms', 'platform id', 'webhook'], rows), '', ...short, summary],
    complete: published === expected && verified === expected && refused.length === 0,
  };
}

/** From accepted to published, by the service's clock. */
const elapsed = ({ created_at, published_at }: Pin): string | number =>
  published_at ? published_at.getTime() - created_at.getTime() : '–';
