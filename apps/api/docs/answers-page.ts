import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = { readonly $ref?: string; readonly type?: string; readonly items?: Schema; readonly oneOf?: readonly Schema[] };

/** How often an answer was checked: by `GET /v1/pins/{id} 404 not_found`, without the code where there is none. */
export type CheckedAnswers = ReadonlyMap<string, number>;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Adds up lines of `count answer`, as tests write them to `ANSWERS_SEEN`; how long the checks took is left out. An answer that is in no line was not
 * checked.
 */
export function checkedAnswers(lines: string): CheckedAnswers {
  const counts = new Map<string, number>();
  for (const line of lines.split('\n')) {
    const [, times, answer] = /^(\d+) ([A-Z]+ \/.*)$/.exec(line) ?? [];
    if (answer !== undefined) counts.set(answer, (counts.get(answer) ?? 0) + Number(times));
  }
  return counts;
}

/** The same as lines, in the order of the answers. */
export const checkedAnswerLines = (counts: CheckedAnswers): string =>
  [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([answer, times]) => `${times} ${answer}\n`)
    .join('');

/** The text of `docs/answers.md`: every route by every status with its schema, its error codes, and how often tests saw and checked such an answer. */
export function answersPage({ paths }: Pick<OpenAPIObject, 'paths'>, counts: CheckedAnswers): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      return operation ? rowsOf(`${method.toUpperCase()} ${path}`, operation, counts) : [];
    }),
  );
  const total = rows.reduce((sum, row) => sum + row.times, 0);
  const seen = rows.filter(({ times }) => times > 0).length;
  return [
    '# What each route answers',
    '',
    'Every route by status: the schema of the body, the error codes, and how many answers tests have checked against it, of each code in brackets.',
    'Written by `npm run docs answers` from what `/openapi.json` says. Every answer of the API that a test reads is compared with it, and one that is',
    'not described fails the test that read it ([how](../test/setup/jest/described-answers.ts)). The counts are of the tests that were last run with',
    '`ANSWERS_SEEN=<file>` and given to `npm run docs answers -- --seen <file>`; they are a figure, and no test keeps them up to date.',
    '',
    `${rows.length.toLocaleString('en')} rows, of which ${seen.toLocaleString('en')} were met in those, by ${total.toLocaleString('en')} answers. What was not met are mostly the answers that every`,
    'route has and that come from code that all share: 500, 503, 429, 413, 415.',
    '',
    '| route | status | schema | checked | error codes |',
    '|---|---|---|---|---|',
    ...rows.map(({ text }) => text),
    '',
  ].join('\n');
}

function rowsOf(route: string, { responses }: Operation, counts: CheckedAnswers): { readonly text: string; readonly times: number }[] {
  return Object.entries(responses).map(([status, response]) => {
    const [[media, { schema, examples }] = ['', { schema: undefined, examples: undefined }]] = Object.entries(
      (response && 'content' in response && response.content) || {},
    );
    const codes = Number(status) < 400 ? [] : Object.keys(examples ?? {});
    const answer = `${route} ${status}`;
    const ofCodes = codes.map((code) => ({ code, times: counts.get(`${answer} ${code}`) ?? 0 }));
    const times = (counts.get(answer) ?? 0) + ofCodes.reduce((sum, each) => sum + each.times, 0);
    const described = media === '' ? '–' : media === 'application/json' ? `\`${schemaName(schema as Schema | undefined)}\`` : media;
    const listed = ofCodes.map((each) => `\`${each.code}\`${each.times > 0 ? ` (${each.times})` : ''}`).join(', ');
    return { text: `| ${route.replace(/\/.*/, '`$&`')} | ${status} | ${described} | ${times} | ${listed} |`, times };
  });
}

function schemaName(schema: Schema | undefined): string {
  if (schema?.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema?.items) return `${schemaName(schema.items)}[]`;
  if (schema?.oneOf) return schema.oneOf.map(schemaName).join(', ');
  return schema?.type ?? '';
}
