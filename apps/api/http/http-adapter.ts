import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { type Configuration, requestIdFrom, type Logger, errorCatalogue } from '@pps/runtime';
import { answerFailure, envelopeOf } from './answer-failure';
import { bodyLimit } from './route-setting.decorator';
import { setStandardHeaders } from './standard-headers';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

/** Nest's Fastify adapter with our limits. Failures outside of Nest are answered by handlers of our own, so Nest's are not installed. */
export class HttpAdapter extends FastifyAdapter {
  constructor(config: Pick<Configuration, 'TRUST_PROXY' | 'HEADERS_TIMEOUT' | 'IDLE_TIMEOUT' | 'PUBLIC_URL'>, logger: Logger) {
    const options: FastifyHttpOptions<RawServerDefault> = {
      bodyLimit,
      // Only what our own proxies added: whatever a client wrote into the header itself stands before that.
      trustProxy: typeof config.TRUST_PROXY === 'object' ? [...config.TRUST_PROXY] : config.TRUST_PROXY,
      requestIdHeader: false,
      genReqId: (request) => requestIdFrom(request.headers),
      return503OnClosing: false,
      requestTimeout: 300_000,
      connectionTimeout: config.IDLE_TIMEOUT,
      // Node answers a missing Host by itself, without a body; we answer it in the first hook.
      http: {
        requireHostHeader: false,
        headersTimeout: config.HEADERS_TIMEOUT,
        connectionsCheckingInterval: Math.min(5_000, config.HEADERS_TIMEOUT),
      },
      routerOptions: { maxParamLength: 2_000 },
      frameworkErrors: (error, request, reply) => {
        setStandardHeaders(request, reply);
        answerFailure(error, request, reply, { logger, config });
      },
      clientErrorHandler: (error, socket) => answerClientError(error, socket, config.PUBLIC_URL),
    };
    super(options);
  }

  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }

  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance();
  }
}

const answers: ReadonlyMap<string, readonly [number, string]> = new Map(
  Object.entries<readonly [number, string]>({
    HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  }),
);

/** Answers bytes that are no HTTP request, which never become one for Fastify. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket, publicUrl: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = answers.get(error.code ?? '') ?? [400, 'Bad Request'];
  const requestId = randomUUID();
  const { message, remediation } = errorCatalogue.bad_request;
  const failure = { status, code: 'bad_request', title: message, message: reason, remediation, context: {} };
  const body = JSON.stringify(envelopeOf(failure, requestId, publicUrl));
  const headers = [
    `HTTP/1.1 ${status} ${reason}`,
    `X-Request-ID: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
