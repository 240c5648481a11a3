import { askUntilAnswered } from '../traffic/ask-until-answered';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface LastUnits {
  readonly created: number;
  readonly refused: number;
  /** Answers that were neither. */
  readonly others: readonly string[];
  readonly used: number;
  readonly limit: number;
}

const left = 10;
const mostInBatch = 100;

/** Uses the month up but for 10 units, then asks for many pins at once on all APIs. */
export async function lastUnits(ways: readonly Workspace[], creations: number): Promise<LastUnits> {
  const [first] = ways;
  if (!first) throw new Error('a way to an API is needed');
  const status = async () => (await askUntilAnswered('the status', () => first.call('GET', '/v1/billing/status'))).body;
  for (let open = (await status()).quota_remaining - left, batch = 0; open > 0; batch++) {
    const pins = Array.from({ length: Math.min(open, mostInBatch) }, (_, n) => pinOf(first, `filler-${batch}-${n}`));
    open -= (await askUntilAnswered('a batch', () => first.call('POST', '/v1/pins/batch', { pins }))).body.created_count;
  }
  const answers = await Promise.all(
    Array.from({ length: creations }, async (_, n) => {
      const way = ways[n % ways.length] ?? first;
      return askUntilAnswered('a creation', () => way.call('POST', '/v1/pins', pinOf(way, `last-${n}`)));
    }),
  );
  const codes = answers.map(({ status: code, body }) => (code === 201 ? '201' : `${code} ${body.error.code}`));
  const of = (wanted: string) => codes.filter((code) => code === wanted).length;
  const { quota_used: used, quota_limit: limit } = await status();
  const others = codes.filter((code) => code !== '201' && code !== '402 quota_exceeded');
  return { created: of('201'), refused: of('402 quota_exceeded'), others: [...new Set(others)], used, limit };
}
