import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import { previewDescription } from '../preview-description';
import { convertToOpenApi31 } from './convert-to-openapi-31';

const ofSchemas = (schemas: object): unknown =>
  convertToOpenApi31({ openapi: '3.0.0', info: {}, paths: {}, components: { schemas } } as unknown as OpenAPIObject).components.schemas;

const pin = { type: 'object', properties: { title: { type: 'string' } } };

test.each([
  ['null beside a type', { type: 'string', nullable: true, maxLength: 5 }, { type: ['string', 'null'], maxLength: 5 }],
  ['null in a list of values', { type: 'string', nullable: true, enum: ['a', null] }, { type: ['string', 'null'], enum: ['a', null] }],
  ['an example', { type: 'string', example: 'a' }, { type: 'string', examples: ['a'] }],
  ['exclusive bounds', { type: 'number', minimum: 0, exclusiveMinimum: true }, { type: 'number', exclusiveMinimum: 0 }],
  ['bounds that are not exclusive', { type: 'number', maximum: 1, exclusiveMaximum: false }, { type: 'number', maximum: 1 }],
  [
    'a field that is named like a word of schemas',
    { type: 'object', properties: { nullable: { type: 'boolean', nullable: true }, example: { type: 'string' } } },
    { type: 'object', properties: { nullable: { type: ['boolean', 'null'] }, example: { type: 'string' } } },
  ],
  [
    'lists and maps',
    { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer', nullable: true } } },
    { type: 'array', items: { type: 'object', additionalProperties: { type: ['integer', 'null'] } } },
  ],
])('converts %s', (_, before, after) => {
  expect(JSON.parse(JSON.stringify(ofSchemas({ A: before })))).toEqual({ A: after });
});

test('an object that may be null is the object or null, and has no schema of its own', () => {
  const reference = { description: 'The pin.', allOf: [{ $ref: '#/components/schemas/NullablePin' }] };
  const schemas = { Pin: pin, NullablePin: { ...pin, nullable: true }, Answer: { type: 'object', properties: { pin: reference } } };
  expect(ofSchemas(schemas)).toEqual({
    Pin: pin,
    Answer: {
      type: 'object',
      properties: { pin: { anyOf: [{ $ref: '#/components/schemas/Pin' }, { type: 'null' }], description: 'The pin.' } },
    },
  });
});

test('examples are left as they are', () => {
  const content = {
    'application/json': { schema: { type: 'string', nullable: true }, example: { nullable: true, schema: { nullable: true } } },
  };
  const document = { openapi: '3.0.0', info: {}, paths: { '/a': { get: { responses: { 200: { content } } } } } };
  expect(convertToOpenApi31(document as unknown as OpenAPIObject).paths['/a']).toEqual({
    get: {
      responses: { 200: { content: { 'application/json': { ...content['application/json'], schema: { type: ['string', 'null'] } } } } },
    },
  });
});

test('nothing of 3.0 is left in the description, and whatever is referred to is there', async () => {
  const document = convertToOpenApi31(await previewDescription());
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/"nullable":|\/Nullable|"exclusiveM\w+":(true|false)/);
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) expect(document.components.schemas).toHaveProperty(name);
  expect(Object.keys(document.paths).length).toBeGreaterThan(90);
});
