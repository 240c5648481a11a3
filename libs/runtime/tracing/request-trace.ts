import { newSpanId, rootSpanIdOf, traceIdOf } from './trace-ids';
import type { FinishedSpan } from './finished-span';

/** An append while a request is answered. */
export interface NotedAppend {
  /** The trace of the pin that it is about; absent where it is about none. */
  readonly pinTraceId?: string;
  /** Whether the pin begins with it. */
  readonly begins: boolean;
  readonly span: Pick<FinishedSpan, 'name' | 'startMs' | 'endMs' | 'attributes'>;
}

/** What a request has appended so far; null once it is answered. */
export interface RequestTrace {
  appends: NotedAppend[] | null;
}

/** Appends of one request of which its trace holds spans. */
const appendsAtMost = 200;

/** Notes an append of a request that is not yet answered; false where there is none. */
export function noteAppend(request: RequestTrace | undefined, append: NotedAppend): boolean {
  if (!request?.appends) return false;
  if (request.appends.length < appendsAtMost) request.appends.push(append);
  return true;
}

export interface AnsweredRequest extends Pick<FinishedSpan, 'name' | 'startMs' | 'endMs' | 'attributes' | 'hasFailed'> {
  readonly requestId: string;
}

/**
 * The spans of a request and of what it appended. A request about one pin belongs to the trace of that pin, and begins it where it made the pin; one
 * about several has a trace of its own, which those of the pins link to.
 */
export function requestSpans({ requestId, ...answered }: AnsweredRequest, appends: readonly NotedAppend[]): FinishedSpan[] {
  const pins = [...new Set(appends.flatMap(({ pinTraceId }) => pinTraceId ?? []))];
  const only = pins.length === 1 ? pins[0] : undefined;
  const traceId = only ?? traceIdOf(requestId);
  const isRoot = only === undefined || appends.some(({ pinTraceId, begins }) => begins && pinTraceId === only);
  const spanId = isRoot ? rootSpanIdOf(traceId) : newSpanId();
  const request: FinishedSpan = { ...answered, kind: 'server', traceId, spanId, ...(!isRoot && { parentSpanId: rootSpanIdOf(traceId) }) };
  const ofAppend = ({ pinTraceId, begins, span }: NotedAppend): FinishedSpan => {
    const isOwn = pinTraceId === undefined || pinTraceId === only;
    if (isOwn) return { ...span, kind: 'internal', traceId, spanId: newSpanId(), parentSpanId: spanId };
    return { ...span, ...pinSpanIds(pinTraceId, begins), kind: 'internal', link: { traceId, spanId } };
  };
  return [request, ...appends.map(ofAppend)];
}

/** Ids of a span of a pin's trace that stands at its beginning, or right below. */
export const pinSpanIds = (traceId: string, begins: boolean): Pick<FinishedSpan, 'traceId' | 'spanId' | 'parentSpanId'> =>
  begins ? { traceId, spanId: rootSpanIdOf(traceId) } : { traceId, spanId: newSpanId(), parentSpanId: rootSpanIdOf(traceId) };
