import type { RecordedFact } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { pinEvents } from './pin-data';
import { scheduleEvents } from './schedule-data';

/** The delivery of an event to a webhook: the same however often it is asked for. */
export const deliveryIdOf = (webhookId: string, causeId: string, event: string): string =>
  derivedId('webhook delivery', webhookId, causeId, event);

const events: Readonly<Record<string, string | undefined>> = { ...pinEvents, ...scheduleEvents };

/** The deliveries to a webhook that facts of a pin and of its schedule lead to, where it subscribes to their events. */
export const deliveryIdsOf = (webhookId: string, facts: readonly Pick<RecordedFact, 'id' | 'type'>[]): string[] =>
  facts.flatMap(({ id, type }) => {
    const event = Object.hasOwn(events, type) ? events[type] : undefined;
    return event === undefined ? [] : [deliveryIdOf(webhookId, id, event)];
  });
