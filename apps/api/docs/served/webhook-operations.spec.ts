import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { eventCatalogue, headersOf } from '@pps/webhooks';
import { webhookOperations } from './webhook-operations';

const { webhooks, schemas, parameters } = webhookOperations();
const ajv = addFormats(new Ajv({ strict: false }));

interface Posted {
  readonly operationId: string;
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string }; readonly example: object } };
  };
}

test('every event is a webhook, with a body that its own schema allows', () => {
  expect(Object.keys(webhooks)).toEqual(eventCatalogue.map(({ event }) => event));
  for (const { post } of Object.values(webhooks)) {
    const { schema, example } = (post as Posted).requestBody.content['application/json'];
    const validate = ajv.compile(schemas[schema.$ref.split('/').at(-1) ?? ''] as object);
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(validate({ ...example, type: 'pin.other' })).toBe(false);
  }
});

const ofEveryCall = ['content-type', 'user-agent'];

test('the headers are those that are sent', () => {
  const message = { deliveryId: 'd', eventId: 'e', event: 'pin.queued', sequence: 1, occurredAt: '2026-01-05T09:00:00.000Z', data: {} };
  const sent: Record<string, string> = headersOf(message, '{}', { secrets: ['s'], privateKeys: [], headers: {} }, new Date());
  const described = Object.values(parameters) as { readonly name: string; readonly schema: { readonly pattern?: string } }[];
  expect(described.map(({ name }) => name).sort()).toEqual(
    Object.keys(sent)
      .filter((name) => !ofEveryCall.includes(name))
      .sort(),
  );
  for (const { name, schema } of described) expect([name, sent[name]]).toEqual([name, expect.stringMatching(schema.pattern ?? '')]);
});
