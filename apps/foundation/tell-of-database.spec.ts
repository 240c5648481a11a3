import { tellOfDatabase } from './tell-of-database';

function tellInto() {
  const lines: string[] = [];
  const note = (level: string) => (fields: object, message: string) => void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  let now = 0;
  const news = tellOfDatabase({ warn: note('warn'), info: note('info') } as never, () => now);
  return { lines, news, pass: (ms: number) => void (now += ms) };
}

const failure = (code: string) => Object.assign(new Error('words of the database'), { code });

test('an outage of writes is told once, with its reason, and how long it was', () => {
  const { lines, news, pass } = tellInto();
  news.onCommit(null);
  for (const code of ['57P01', 'ECONNREFUSED', 'ECONNREFUSED']) {
    news.onCommit(failure(code));
    pass(1_000);
  }
  news.onCommit(null);
  news.onCommit(null);
  expect(lines).toEqual([
    'warn the database takes no writes {"part":"commits","problem":"starting_or_stopping","reason":"57P01: words of the database"}',
    'info the database takes writes again {"part":"commits","ms":3000}',
  ]);
});

test('a look for space tells of a full disk alone', () => {
  const { lines, news } = tellInto();
  for (const error of [failure('ECONNREFUSED'), failure('53400'), null, failure('53100'), failure('ECONNREFUSED'), null])
    news.onSpace(error);
  expect(lines.map((line) => line.replace(/ \{.*/, ''))).toEqual([
    'warn the database takes no writes',
    'info the database takes writes again',
  ]);
});

test('another server is told with the one before, and a clock that differs once', () => {
  const { lines, news } = tellInto();
  const seen = (name: string) => ({ name, clockAheadMs: 0 });
  news.onServer(seen('a, timeline 1'), null);
  news.onServer(seen('a, timeline 1'), 60);
  news.onServer(seen('a, timeline 1'), 61);
  news.onServer(seen('b, timeline 2'), null);
  expect(lines).toEqual([
    `warn this machine's clock differs from the database's by more than CLOCK_TOLERANCE {"ahead_seconds":60}`,
    'warn the database is another server, or was started again {"before":"a, timeline 1","now":"b, timeline 2"}',
    `info this machine's clock agrees with the database's again {}`,
  ]);
});
