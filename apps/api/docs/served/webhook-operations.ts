import { eventCatalogue, type CataloguedEvent } from '@pps/webhooks';

/** The webhooks of the description, and what they refer to. */
export interface WebhookOperations {
  readonly webhooks: Readonly<Record<string, { readonly post: object }>>;
  readonly schemas: Readonly<Record<string, object>>;
  readonly parameters: Readonly<Record<string, object>>;
}

const text = { type: 'string' };
const headers = {
  'webhook-id': ['The id of the event, the same over retries, redelivery and replay: store it and ignore what was seen.', text],
  'webhook-timestamp': [
    'When this attempt was signed, in seconds since 1970. Refuse what is older than five minutes.',
    { type: 'string', pattern: '^[0-9]+$' },
  ],
  'webhook-signature': ['One signature or more, as Standard Webhooks has them: `v1,` of the secret and `v1a,` of the key pair.', text],
  'X-Service-Event': ['The event.', text],
  'X-Service-Delivery-ID': ['The delivery, the same over its retries.', { type: 'string', format: 'uuid' }],
  'X-Service-Signature': [
    'HMAC-SHA256 of the body with the newest secret, in hexadecimal digits.',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
  ],
} as const;

const parameterName = (header: string): string => `Sent-${header}`;

const answers = {
  '2XX': { description: 'Taken. The body of the answer is stored for 30 days, its first 16 kB, and read by nobody.' },
  '410': { description: 'Nobody wants this any more: the webhook is disabled.' },
  default: { description: 'Not taken: it is sent again, later each time. Redirects are not followed.' },
};

/** An operation for each event, whose body and example are those of the catalogue that a client is told at `GET /v1/webhooks/events`. */
export function webhookOperations(catalogue: readonly CataloguedEvent[] = eventCatalogue): WebhookOperations {
  return {
    webhooks: Object.fromEntries(catalogue.map((told) => [told.event, { post: operationOf(told) }])),
    schemas: Object.fromEntries(catalogue.map(({ event, schema }) => [schemaName(event), schemaOf(schema)])),
    parameters: Object.fromEntries(
      Object.entries(headers).map(([name, [description, schema]]) => [
        parameterName(name),
        { name, in: 'header', required: true, description, schema },
      ]),
    ),
  };
}

/** `pin.published` is `PinPublishedEvent`. */
const schemaName = (event: string): string => `${pascalOf(event)}Event`;
const pascalOf = (event: string): string => event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

const fieldsInWords: Readonly<Record<string, string>> = {
  id: 'The event, the same over retries, redelivery and replay.',
  type: 'The event by its name; the same as `event`.',
  event: 'The event by its name.',
  timestamp: 'When it happened.',
  workspace_id: 'The project whose webhook this is.',
  data: 'What happened, as the event has it.',
  sequence: 'Counts the events of a webhook, without gaps.',
};

function schemaOf({ type, required, properties }: CataloguedEvent['schema']): object {
  const told = Object.entries(properties as Readonly<Record<string, object>>).map(([name, schema]) => {
    const description = Object.hasOwn(fieldsInWords, name) ? fieldsInWords[name] : undefined;
    return [name, { ...schema, ...(description && { description }), ...(name === 'sequence' && { format: 'int64' }) }];
  });
  return { type, required, properties: Object.fromEntries(told) };
}

function operationOf({ event, description, example }: CataloguedEvent): object {
  return {
    operationId: `receive${pascalOf(event)}`,
    tags: ['webhooks'],
    summary: event,
    description:
      `${description}\n\nSent to every webhook that asked for \`${event}\`, signed. Verify the signature before you believe it, and answer within ` +
      '15 seconds: what takes longer is sent again. Events may come twice, and out of their order: `sequence` counts them for each webhook.',
    security: [],
    parameters: Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${parameterName(name)}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemaName(event)}` }, example } },
    },
    responses: answers,
  };
}
