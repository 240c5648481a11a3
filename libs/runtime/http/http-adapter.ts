import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import type { Configuration } from '../configuration/configuration';
import { requestIdFrom } from '../correlation/correlation';
import { answerFailure } from '../errors/answer-failure';
import type { Logger } from '../logging/logger';
import { bodyLimit } from './body-limit.decorator';
import { answerClientError } from './client-error';
import { setStandardHeaders } from './standard-headers';

/** Nest's Fastify adapter with our limits. Failures outside of Nest are answered by handlers of our own, so Nest's are not installed. */
export class HttpAdapter extends FastifyAdapter {
  constructor(config: Pick<Configuration, 'TRUST_PROXY' | 'HEADERS_TIMEOUT' | 'IDLE_TIMEOUT'>, logger: Logger) {
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
        answerFailure(error, request, reply, logger);
      },
      clientErrorHandler: answerClientError,
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
