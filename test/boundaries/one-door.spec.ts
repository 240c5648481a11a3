import { readSourceFiles, type SourceFile } from './source-files';

/** Who appends to the log without `streams.decide`, and why. */
const expected: Readonly<Record<string, string>> = {
  'apps/foundation/with-traces.ts': 'the store itself, with a span around each call',
  'apps/foundation/with-writer-lock.ts': 'the store itself, as long as its lock is held',
  'libs/event-store/log-identity.ts': 'names a log that has no facts yet',
  'libs/event-store/sealing/with-sealing.ts': 'the store itself, with its facts sealed',
  'libs/event-store/streams.ts': 'the door',
  'libs/webhooks/outbox/outbox-writer.ts': 'one writer for each stream, which holds no state and decides nothing',
};

const appends = /\b(?:store|eventStore|log)\.append\(/;

const appenders = (files: readonly SourceFile[]): string[] =>
  files.filter(({ path, text }) => !/\.(spec|fixture)\.ts$|\/testing\.ts$/.test(path) && appends.test(text)).map(({ path }) => path);

test('facts reach the log through one door', () => {
  expect(appenders(readSourceFiles(['apps', 'libs', 'projections'])).sort()).toEqual(Object.keys(expected).sort());
});

test('an append beside it is noticed', () => {
  expect(appenders([{ path: 'libs/pins/planted.ts', text: 'await app.store.append(stream, facts, 3);' }])).toEqual([
    'libs/pins/planted.ts',
  ]);
});
