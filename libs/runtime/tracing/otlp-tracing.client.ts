import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type HrTime } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { orTimeout } from '@pps/concurrency';
import { newSpanId } from './trace-ids';
import type { FinishedSpan, Tracing } from './finished-span';

export interface OtlpTracingOptions {
  /** Base address of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  /** `service.name` of every span. */
  readonly service: string;
  /** Told of the first export that fails after one that did not. */
  readonly onFailure: (error: unknown) => void;
  readonly exportTimeoutMs?: number;
  readonly exportEveryMs?: number;
}

const queueAtMost = 2_048;
const stopPatienceMs = 2_000;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Exports spans in batches, one at a time; what a collector that does not answer leaves behind beyond the queue is dropped. */
export function otlpTracing({ endpoint, service, onFailure, exportTimeoutMs = 5_000, exportEveryMs = 1_000 }: OtlpTracingOptions): Tracing {
  let next: FinishedSpan | undefined;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: exportTimeoutMs });
  const processor = new BatchSpanProcessor(reportingOnce(exporter, onFailure), {
    maxQueueSize: queueAtMost,
    maxExportBatchSize: 512,
    scheduledDelayMillis: exportEveryMs,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
    // A span has the ids that it comes with; the tracer asks for them while `record` runs.
    idGenerator: { generateTraceId: () => next?.traceId ?? '', generateSpanId: () => next?.spanId ?? newSpanId() },
  });
  const tracer = provider.getTracer('pin-publishing-service');

  return {
    record(span) {
      try {
        next = span;
        const { name, kind, attributes, parentSpanId, traceId, link } = span;
        const parent =
          parentSpanId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf({ traceId, spanId: parentSpanId }));
        const links = link ? [{ context: contextOf(link) }] : [];
        const made = tracer.startSpan(name, { kind: kinds[kind], attributes, links, startTime: hrTime(span.startMs) }, parent);
        if (span.hasFailed === true) made.setStatus({ code: SpanStatusCode.ERROR });
        made.end(hrTime(span.endMs));
      } catch (error) {
        onFailure(error);
      } finally {
        next = undefined;
      }
    },
    async stop() {
      await orTimeout(
        provider.shutdown().catch(() => undefined),
        stopPatienceMs,
      );
    },
  };
}

const contextOf = (of: { readonly traceId: string; readonly spanId: string }) => ({
  ...of,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
});

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];

function reportingOnce(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && !isFailing) onFailure(result.error);
        isFailing = result.error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
