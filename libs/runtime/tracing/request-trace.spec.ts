import { newId } from '@pps/kernel';
import { noteAppend, requestSpans, type NotedAppend, type RequestTrace } from './request-trace';
import { rootSpanIdOf, traceIdOf } from './trace-ids';

const times = { startMs: 1_000, endMs: 1_010 };
const answered = { requestId: 'request-of-a-client', name: 'POST /v1/pins', ...times, attributes: {} };
const append = (pinId?: string, begins = false): NotedAppend => ({
  ...(pinId !== undefined && { pinTraceId: traceIdOf(pinId) }),
  begins,
  span: { name: 'append', ...times, attributes: {} },
});

it('a uuid is the trace itself, any other text is hashed', () => {
  const id = newId();
  expect(traceIdOf(id)).toBe(id.replaceAll('-', ''));
  for (const text of ['request-of-a-client', '', '00000000-0000-0000-0000-000000000000', '\ud83d\u0000']) {
    expect(traceIdOf(text)).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  }
});

it('a request that makes one pin begins its trace, and what it appends beside the pin is in it', () => {
  const pinId = newId();
  const [request, ...appends] = requestSpans(answered, [append(), append(pinId, true)]);
  const traceId = traceIdOf(pinId);
  expect(request).toMatchObject({ traceId, spanId: rootSpanIdOf(traceId) });
  expect(request).not.toHaveProperty('parentSpanId');
  for (const span of appends) expect(span).toMatchObject({ traceId, parentSpanId: rootSpanIdOf(traceId) });
});

it('a request that changes a pin stands below the beginning of its trace', () => {
  const pinId = newId();
  const [request] = requestSpans(answered, [append(pinId)]);
  expect(request).toMatchObject({ traceId: traceIdOf(pinId), parentSpanId: rootSpanIdOf(traceIdOf(pinId)) });
  expect(request?.spanId).not.toBe(rootSpanIdOf(traceIdOf(pinId)));
});

it('a request that makes two pins has a trace of its own, to which theirs link', () => {
  const [request, quota, one, other] = requestSpans(answered, [append(), append(newId(), true), append(newId(), true)]);
  expect(request).toMatchObject({ traceId: traceIdOf(answered.requestId) });
  expect(quota).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
  for (const span of [one, other]) {
    expect(span).toMatchObject({ spanId: rootSpanIdOf(span?.traceId ?? ''), link: { traceId: request?.traceId, spanId: request?.spanId } });
  }
  expect(one?.traceId).not.toBe(other?.traceId);
});

it('notes 200 appends at most, and none of a request that is answered', () => {
  const trace: RequestTrace = { appends: [] };
  for (let n = 0; n < 2_001; n++) expect(noteAppend(trace, append())).toBe(true);
  expect(trace.appends).toHaveLength(200);
  trace.appends = null;
  expect(noteAppend(trace, append())).toBe(false);
  expect(noteAppend(undefined, append())).toBe(false);
});
