import { readFileSync } from 'node:fs';
import { answersPage, checkedAnswerLines, checkedAnswers } from './answers-page';
import { previewDescription } from './preview-description';

test('docs/answers.md is what the routes describe (npm run docs answers writes it)', async () => {
  const counts = checkedAnswers(readFileSync('docs/answers-checked.txt', 'utf8'));
  expect(readFileSync('docs/answers.md', 'utf8')).toBe(answersPage(await previewDescription(), counts));
});

test('counts of several processes are added up, and only of answers', () => {
  const counts = checkedAnswers('2 GET /v1/pins 200\n31 ms of checking\n3 GET /v1/pins 200\n1 GET /v1/pins 422 validation_error\n\nx');
  expect(checkedAnswerLines(counts)).toBe('5 GET /v1/pins 200\n1 GET /v1/pins 422 validation_error\n');
});

test('a row has the schema, the codes and the sum of its answers', () => {
  const reference = { $ref: '#/components/schemas/PinDto' };
  const responses = {
    200: { description: '', content: { 'application/json': { schema: { type: 'array', items: reference } } } },
    204: { description: '' },
    422: { description: '', content: { 'application/json': { schema: reference, examples: { validation_error: {}, invalid_image: {} } } } },
  };
  const counts = checkedAnswers('7 GET /v1/pins 200\n2 GET /v1/pins 422 validation_error\n1 GET /v1/gone 200\n');
  expect(
    answersPage({ paths: { '/v1/pins': { get: { responses } } } }, counts)
      .split('\n')
      .slice(-5),
  ).toEqual([
    '|---|---|---|---|---|',
    '| GET `/v1/pins` | 200 | `PinDto[]` | 7 |  |',
    '| GET `/v1/pins` | 204 | – | 0 |  |',
    '| GET `/v1/pins` | 422 | `PinDto` | 2 | `validation_error` (2), `invalid_image` |',
    '',
  ]);
});
