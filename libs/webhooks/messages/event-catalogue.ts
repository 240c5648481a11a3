import { testEvent, type WebhookEvent } from '../subscriptions/event-names';
import { eventDataSchemas, type DataSchema } from './event-data-schemas';
import { eventExamples } from './event-examples';

export interface CataloguedEvent {
  readonly event: WebhookEvent | typeof testEvent;
  readonly description: string;
  /** JSON Schema (2020-12) of the whole body. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A body that the schema allows. */
  readonly example: Readonly<Record<string, unknown>>;
}

const descriptions: Readonly<Record<CataloguedEvent['event'], string>> = {
  'pin.queued': 'A pin was accepted, or is to be tried again; a video also when the platform has processed it.',
  'pin.deferred': 'A pin is held back and continues automatically; error_code says why.',
  'pin.publishing': 'An attempt at publishing a pin began; a video also when its upload begins.',
  'pin.published': 'A pin is on the platform.',
  'pin.failed': 'A pin failed for good, until somebody retries it; error_code says why.',
  'schedule.fired': 'A schedule queued its pin.',
  'schedule.failed': 'A schedule could not queue its pin.',
  'schedule.canceled': 'A schedule was canceled.',
  'import.completed': 'All rows of an import have been dealt with.',
  'account.reconnect_required': 'A platform account must be connected again.',
  'quota.threshold_reached': 'So much of the month’s quota is used.',
  'webhook.disabled': 'This service disabled a webhook.',
  'webhook.test': 'A test was asked for; it has sequence 0.',
};

/** Every event that may be sent, in the order of the documentation. */
export const eventCatalogue: readonly CataloguedEvent[] = (Object.keys(descriptions) as CataloguedEvent['event'][]).map((event) => ({
  event,
  description: descriptions[event],
  schema: bodySchema(event, eventDataSchemas[event]),
  example: bodyExample(event, eventExamples[event]),
}));

function bodySchema(event: string, data: DataSchema): Record<string, unknown> {
  const properties = {
    id: { type: 'string', pattern: '^evt_' },
    type: { const: event },
    event: { const: event },
    timestamp: { type: 'string', format: 'date-time' },
    sequence: { type: 'integer', minimum: event === testEvent ? 0 : 1 },
    workspace_id: { type: 'string', format: 'uuid' },
    data,
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: event,
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}

function bodyExample(event: string, data: object): Record<string, unknown> {
  return {
    id: 'evt_0b1c7f5e-6c0e-5b7e-9f0a-4a2f1f0b8c11',
    type: event,
    event,
    timestamp: '2026-01-05T09:00:00.000Z',
    sequence: event === testEvent ? 0 : 42,
    workspace_id: '0197a000-0000-7000-8000-000000000002',
    data,
  };
}
