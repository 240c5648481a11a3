import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { testEvent, webhookEventNames } from '../subscriptions/event-names';
import { eventCatalogue } from './event-catalogue';

const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }));

it('has every event once, the test with them', () => {
  expect(eventCatalogue.map(({ event }) => event)).toEqual([...webhookEventNames, testEvent]);
});

describe.each(eventCatalogue)('$event', ({ event, schema, example }) => {
  const validate = ajv.compile(schema);

  it('has an example that its schema allows', () => {
    expect([validate(example), validate.errors]).toEqual([true, null]);
  });

  it('requires each of its fields, and is told from every other event', () => {
    const data = example['data'] as object;
    for (const field of Object.keys(data)) {
      const without = Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));
      expect([field, validate({ ...example, data: without })]).toEqual([field, false]);
    }
    const others = eventCatalogue.filter((other) => other.event !== event);
    expect(others.filter((other) => validate(other.example))).toEqual([]);
  });
});
