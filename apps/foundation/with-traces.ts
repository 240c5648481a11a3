import type { EventStore, NewFact, RecordedFact } from '@pps/event-store';
import {
  currentCorrelation,
  newSpanId,
  noteAppend,
  pinSpanIds,
  rootSpanIdOf,
  traceIdOf,
  type FinishedSpan,
  type Tracing,
} from '@pps/runtime';
import { LRUCache } from 'lru-cache';

interface OpenAttempt {
  readonly spanId: string;
  readonly startMs: number;
}

interface Append {
  readonly stream: string;
  readonly category: string;
  /** What stands behind the category. */
  readonly id: string;
  readonly facts: readonly NewFact[];
  readonly startMs: number;
  readonly endMs: number;
}

const remembered = 10_000;
const longestValue = 64;

/**
 * The same store, whose appends become spans: facts say when an attempt to publish or to deliver began and how it ended. Nothing of what somebody
 * wrote goes into a span: names of streams' categories and facts, numbers, and words of the code.
 */
export function withTraces(store: EventStore, tracing: Tracing): EventStore {
  const openAttempts = new LRUCache<string, OpenAttempt>({ max: remembered });
  const deliveryTraces = new LRUCache<string, string>({ max: remembered });

  function record(append: Append): void {
    const { category, id, facts } = append;
    if (category === 'pin') return recordOfPin(append);
    if (category === 'webhook_outbox') return recordOfOutbox(append);
    const correlationId = facts[0]?.metadata.correlationId;
    const traceId = category === 'webhook_delivery' ? deliveryTraces.get(id) : undefined;
    if (traceId === undefined && noteAppend(currentCorrelation()?.trace, { begins: false, span: appendSpan(append) })) return;
    if (traceId === undefined && correlationId === undefined) return;
    const ids = pinSpanIds(traceId ?? traceIdOf(correlationId ?? ''), false);
    tracing.record({ ...appendSpan(append), ...ids, kind: 'internal' });
    for (const fact of facts) if (fact.type === 'WebhookDeliveryAttempted') tracing.record(deliverySpan(fact.data, ids.traceId));
  }

  function recordOfPin(append: Append): void {
    const { stream, id, facts, startMs, endMs } = append;
    const begins = facts.some(({ type }) => type === 'PinQueued');
    const traceId = traceIdOf(id);
    if (noteAppend(currentCorrelation()?.trace, { pinTraceId: traceId, begins, span: appendSpan(append) })) return;
    const started = facts.find(({ type }) => type === 'PinPublishAttemptStarted');
    if (started) openAttempts.set(stream, { spanId: newSpanId(), startMs });
    const attempt = openAttempts.get(stream);
    const ids = attempt ? { traceId, spanId: newSpanId(), parentSpanId: attempt.spanId } : pinSpanIds(traceId, begins);
    tracing.record({ ...appendSpan(append), ...ids, kind: 'internal' });
    const outcome = facts.map(outcomeOf).find((known) => known !== null);
    if (!attempt || started || !outcome) return;
    openAttempts.delete(stream);
    tracing.record({
      ...{ name: 'publish attempt', kind: 'client', traceId, spanId: attempt.spanId, parentSpanId: rootSpanIdOf(traceId) },
      ...{ startMs: attempt.startMs, endMs, attributes: { outcome }, hasFailed: outcome !== 'published' },
    });
  }

  /** One span for each trace: the process that answers facts reads many at once. */
  function recordOfOutbox(append: Append): void {
    const byTrace = new Map<string, NewFact[]>();
    for (const fact of append.facts) {
      const traceId = requestTraceOf(fact.data, fact.metadata.correlationId);
      if (traceId !== null) byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), fact]);
    }
    for (const [traceId, facts] of byTrace)
      tracing.record({ ...appendSpan({ ...append, facts }), ...pinSpanIds(traceId, false), kind: 'internal' });
  }

  const noteRequests = (facts: readonly RecordedFact[]): void => {
    for (const { type, data, metadata } of facts) {
      if (type !== 'WebhookDeliveryRequested') continue;
      const traceId = requestTraceOf(data, metadata.correlationId);
      if (traceId !== null) deliveryTraces.set(textOf(data, 'deliveryId'), traceId);
    }
  };

  return {
    ...store,
    async append(stream, facts, expected) {
      const startMs = Date.now();
      const appended = await store.append(stream, facts, expected);
      const dash = stream.indexOf('-');
      unless(() => record({ stream, category: stream.slice(0, dash), id: stream.slice(dash + 1), facts, startMs, endMs: Date.now() }));
      return appended;
    },
    async read(stream, fromRevision, maxCount) {
      const facts = await store.read(stream, fromRevision, maxCount);
      if (stream.startsWith('webhook_outbox-')) unless(() => noteRequests(facts));
      return facts;
    },
  };
}

/** What is only observed must not fail what is done. */
function unless(observe: () => void): void {
  try {
    observe();
  } catch {
    // A span is missing.
  }
}

const appendSpan = ({ category, facts, startMs, endMs }: Append) => ({
  name: `append ${category}`,
  ...{ startMs, endMs },
  attributes: { facts: [...new Set(facts.map(({ type }) => type))].slice(0, 5).join(' '), count: facts.length },
});

function deliverySpan(data: unknown, traceId: string): FinishedSpan {
  const status = fieldOf(data, 'statusCode');
  const startMs = Date.parse(textOf(data, 'startedAt'));
  const hasFailed = typeof status !== 'number' || status < 200 || status > 299;
  return {
    ...{ name: 'deliver webhook', kind: 'client', ...pinSpanIds(traceId, false), hasFailed },
    ...{ startMs, endMs: startMs + Number(fieldOf(data, 'durationMs')) },
    attributes: {
      attempt: Number(fieldOf(data, 'n')),
      ...(typeof status === 'number' ? { 'http.response.status_code': status } : { outcome: 'no_answer' }),
    },
  };
}

/** The class of an attempt's outcome; null for facts that end none. */
function outcomeOf({ type, data }: NewFact): string | null {
  switch (type) {
    case 'PinPublished':
      return 'published';
    case 'PinPublishDeferred':
      return `deferred ${textOf(data, 'reason')}`;
    case 'PinFailed':
      return `failed ${textOf(data, 'errorCode')}`;
    case 'PinPublishOutcomeUnknown':
      return 'unknown';
    default:
      return null;
  }
}

/** Of a request for a delivery: the trace of the pin that it is about, or else of what led to it. */
function requestTraceOf(data: unknown, correlationId: string | undefined): string | null {
  const cause = textOf(fieldOf(data, 'cause'), 'stream');
  if (cause.startsWith('pin-')) return traceIdOf(cause.slice('pin-'.length));
  return correlationId === undefined ? null : traceIdOf(correlationId);
}

const fieldOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>)[name] : undefined;

const textOf = (data: unknown, name: string): string => String(fieldOf(data, name) ?? '').slice(0, longestValue);
