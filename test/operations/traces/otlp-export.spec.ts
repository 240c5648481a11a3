import { createLogger, loadConfiguration, newSpanId, openTracing, traceIdOf, type FinishedSpan } from '@pps/runtime';
import { otlpTracing } from '@pps/runtime/tracing/otlp-tracing.client';
import { startCollector } from '../../setup/collector';
import { eventually } from '../../setup/eventually';

const spanOf = (name: string): FinishedSpan => {
  const startMs = Date.now();
  return { name, kind: 'internal', traceId: traceIdOf('here'), spanId: newSpanId(), startMs, endMs: startMs + 5, attributes: { count: 1 } };
};
const exportEveryMs = 20;
/** For a collector that does not answer; to one that does, a machine that stands still for so long would send nothing. */
const quick = { exportTimeoutMs: 1_000, exportEveryMs };

it('sends spans with the ids that they come with', async () => {
  const collector = await startCollector();
  const tracing = otlpTracing({
    endpoint: `${collector.url}/`,
    service: 'pins-spec',
    onFailure: () => undefined,
    exportEveryMs,
    exportTimeoutMs: 120_000,
  });
  const root = spanOf('one');
  const child = { ...spanOf('two'), parentSpanId: root.spanId };
  for (const span of [root, child]) tracing.record(span);
  await eventually('both spans', async () => collector.spans.length === 2 || undefined);
  await tracing.stop();
  expect(collector.spans.map(({ traceId, spanId, parentSpanId }) => [traceId, spanId, parentSpanId])).toEqual([
    [root.traceId, root.spanId, ''],
    [root.traceId, child.spanId, root.spanId],
  ]);
  expect(collector.texts.join()).toContain('pins-spec');
  await collector.stop();
});

it('goes on while a collector hangs: what exceeds the queue is dropped, one failure is told, and later spans arrive', async () => {
  const collector = await startCollector();
  const failures: unknown[] = [];
  const tracing = otlpTracing({ endpoint: collector.url, service: 'pins-spec', onFailure: (error) => failures.push(error), ...quick });
  collector.state.hangs = true;
  for (let n = 0; n < 10_000; n++) tracing.record(spanOf('lost'));
  await eventually('exports that hang, and a failure', async () => (collector.state.exports >= 3 && failures.length > 0) || undefined);
  expect(failures).toHaveLength(1);
  collector.state.hangs = false;
  await eventually('an export', async () => {
    tracing.record(spanOf('later'));
    return collector.spans.some(({ name }) => name === 'later') || undefined;
  });
  expect(collector.spans.filter(({ name }) => name === 'lost').length).toBeLessThan(2_049);
  await tracing.stop();
  await collector.stop();
});

it('stops within its time where nobody answers', async () => {
  const tracing = otlpTracing({ endpoint: 'http://127.0.0.1:9', service: 'pins-spec', onFailure: () => undefined, ...quick });
  tracing.record(spanOf('lost'));
  await tracing.stop();
});

it('is off without a collector', async () => {
  const config = loadConfiguration({ LOG_LEVEL: 'silent' });
  expect(await openTracing(config, createLogger('spec', config))).toBeNull();
});
