import { testEvent, type WebhookEvent } from '../subscriptions/event-names';
import { webhookEvents } from './webhook-events';

export interface CataloguedEvent {
  readonly event: WebhookEvent | typeof testEvent;
  readonly description: string;
  /** JSON Schema (2020-12) of the whole body. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A body that the schema allows. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** What clients are told of every event. */
export const eventCatalogue: readonly CataloguedEvent[] = (Object.keys(webhookEvents) as CataloguedEvent['event'][]).map((event) => ({
  event,
  description: webhookEvents[event].description,
  schema: bodySchema(event),
  example: bodyExample(event),
}));

function bodySchema(event: CataloguedEvent['event']): Record<string, unknown> {
  const told = webhookEvents[event];
  const data = { ...told.data.fields, ...('narrowed' in told && told.narrowed) };
  const properties = {
    id: { type: 'string', pattern: '^evt_' },
    type: { const: event },
    event: { const: event },
    timestamp: { type: 'string', format: 'date-time' },
    sequence: { type: 'integer', minimum: event === testEvent ? 0 : 1 },
    workspace_id: { type: 'string', format: 'uuid' },
    data: schemaOf(data),
  };
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: event, ...schemaOf(properties) };
}

/** An object that has all of these properties, and maybe others. */
function schemaOf(properties: Readonly<Record<string, object>>) {
  return { type: 'object', required: Object.keys(properties), properties };
}

function bodyExample(event: CataloguedEvent['event']): Record<string, unknown> {
  return {
    id: 'evt_0b1c7f5e-6c0e-5b7e-9f0a-4a2f1f0b8c11',
    type: event,
    event,
    timestamp: '2026-01-05T09:00:00.000Z',
    sequence: event === testEvent ? 0 : 42,
    workspace_id: '0197a000-0000-7000-8000-000000000002',
    data: webhookEvents[event].example,
  };
}
