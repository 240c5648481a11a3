import 'reflect-metadata';
import { lintInterface } from './lint-interface';
import { previewDescription } from '../../apps/api/docs/preview-description';

it('leaves nothing that Redocly or Spectral would have otherwise', async () => {
  expect(await lintInterface(await previewDescription())).toEqual([]);
});

it('is told by both what is wrong in a description', async () => {
  const answers = { '200': { description: 'Well.', content: { 'application/json': { schema: { type: 'string' }, example: 5 } } } };
  const document = { openapi: '3.0.0', info: { title: 'Doors', version: '1' }, paths: { '/doors': { get: { responses: answers } } } };
  const found = (await lintInterface(document)).map((line) => line.split(':')[0]);
  // Of Redocly, and of Spectral.
  expect(found).toEqual(expect.arrayContaining(['no-invalid-media-type-examples', 'operation-operationId', 'info-contact']));
});
