import 'reflect-metadata';
import { describeIn31 } from '../../apps/api/docs/served/describe-in-31';
import { lintInterface } from './lint-interface';
import { previewDescription } from '../../apps/api/docs/preview-description';

it('leaves nothing that Redocly or Spectral would have otherwise, in 3.1 and in 3.0', async () => {
  const described = await previewDescription();
  expect(await lintInterface(describeIn31(described))).toEqual([]);
  expect(await lintInterface(described)).toEqual([]);
}, 300_000);

it('is told by both what is wrong in a description', async () => {
  const answers = { '200': { description: 'Well.', content: { 'application/json': { schema: { type: 'string' }, example: 5 } } } };
  const document = { openapi: '3.0.0', info: { title: 'Doors', version: '1' }, paths: { '/doors': { get: { responses: answers } } } };
  const found = (await lintInterface(document)).map((line) => line.split(':')[0]);
  // Of Redocly, and of Spectral.
  expect(found).toEqual(expect.arrayContaining(['no-invalid-media-type-examples', 'operation-operationId', 'info-contact']));
});
