import { readSourceFiles } from './source-files';

const files = readSourceFiles(['apps', 'libs', 'projections']).filter(({ path }) => !/\.spec\.ts$/.test(path));

it('OpenTelemetry is loaded by one file, and that only where tracing is on', () => {
  expect(files.filter(({ text }) => text.includes("from '@opentelemetry/")).map(({ path }) => path)).toEqual([
    'libs/runtime/tracing/otlp-tracing.client.ts',
  ]);
  expect(files.filter(({ text }) => /^(?:import|export) .*otlp-tracing\.client'/m.test(text)).map(({ path }) => path)).toEqual([]);
});
