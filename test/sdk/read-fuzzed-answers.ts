import { PinPublishing, PinPublishingError } from 'pin-publishing';
import { seededDraw, type Draw } from '../refusals/fuzzed-body';
import { sdkOperations } from './sdk-client';

const values = [
  null,
  true,
  '',
  'soon',
  '2026-01-05T09:00:00.000Z',
  '9999-99-99T99:99:99Z',
  '\ud800',
  2 ** 53,
  -1e308,
  [],
  {},
  [[null]],
  'archived',
];
const names = [
  'id',
  'status',
  'created_at',
  'items',
  'next_cursor',
  'run_at',
  'payload',
  '__proto__',
  'constructor',
  'toString',
  'error',
  'code',
  'x',
];
const statuses = [200, 201, 202, 206, 299, 302, 400, 401, 409, 422, 429, 500, 503, 599];

/** JSON has numbers that no program holds. */
const hugeNumbers = ['1e400', '-1e400', '123456789012345678901234567890', `1${'0'.repeat(400)}`, '1e-400', '-0'];

function fuzzedJson(draw: Draw, depth = 0): string {
  const kind = depth > 4 ? 0 : draw(3);
  if (kind === 0) return draw(8) === 0 ? (hugeNumbers[draw(hugeNumbers.length)] ?? '') : JSON.stringify(values[draw(values.length)]);
  const inner = Array.from({ length: draw(4) }, () => fuzzedJson(draw, depth + 1));
  if (kind === 1) return `[${inner.join(',')}]`;
  return `{${inner.map((text) => `${JSON.stringify(names[draw(names.length)])}:${text}`).join(',')}}`;
}

function fuzzedAnswer(draw: Draw): Response {
  const text = draw(50) === 0 ? '['.repeat(200) + ']'.repeat(200) : fuzzedJson(draw);
  const sent = draw(4) === 0 ? text.slice(0, draw(text.length + 1)) : text;
  const headers = {
    'retry-after': ['0', 'soon', '-1', ''][draw(4)] ?? '',
    'x-total-count': 'many',
    'x-next-cursor': draw(2) === 0 ? 'c' : '',
  };
  return new Response(draw(8) === 0 ? cutBody(sent) : sent, { status: statuses[draw(statuses.length)] ?? 200, headers });
}

/** A body whose connection is lost after some bytes. */
const cutBody = (text: string): ReadableStream =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => controller.error(new TypeError('terminated')),
  });

export interface ReadAnswers {
  /** Calls that gave a value. */
  readonly parsed: number;
  /** Calls that failed with an error of the SDK. */
  readonly failed: number;
}

/** Lets random operations of the TypeScript SDK be answered with anything; throws what a call threw that is no error of the SDK. */
export async function readFuzzedAnswers(answers: number, seed: number): Promise<ReadAnswers> {
  const draw = seededDraw(seed);
  const client = new PinPublishing({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0, fetch: () => Promise.resolve(fuzzedAnswer(draw)) });
  const operations = [...sdkOperations().values()].filter(({ answer }) => answer.kind !== 'lines' && answer.kind !== 'events');
  const counts = { parsed: 0, failed: 0 };
  for (let index = 0; index < answers; index++) {
    const { resource, method, pathParameters } = operations[draw(operations.length)] ?? { resource: '', method: '', pathParameters: [] };
    const methods = client[resource as 'pins'] as unknown as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
    try {
      await methods[method]?.(...pathParameters.map(() => 'id'), {});
      counts.parsed += 1;
    } catch (error) {
      if (!(error instanceof PinPublishingError))
        throw new Error(`${resource}.${method}, answer ${index} of seed ${seed}`, { cause: error });
      counts.failed += 1;
    }
  }
  return counts;
}
