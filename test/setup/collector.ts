import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where the trace begins. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'parentSpanId' | 'attributes'> {
  readonly parentSpanId?: string;
  readonly attributes?: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface OtlpBody {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
}

/** Plays an OpenTelemetry collector: takes spans as JSON over HTTP, or lets every export wait while it hangs. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const waiting: ServerResponse[] = [];
  const state = { hangs: false, exports: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      state.exports += 1;
      if (state.hangs) return void waiting.push(response);
      texts.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
      spans.push(...spansOf(JSON.parse(body) as OtlpBody));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that came, as it came. */
    texts,
    state,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const spansOf = ({ resourceSpans }: OtlpBody): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
    .map(({ name, traceId, spanId, parentSpanId = '', attributes = [] }) => ({
      ...{ name, traceId, spanId, parentSpanId },
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
