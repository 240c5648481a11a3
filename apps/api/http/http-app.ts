import { pause, withTimeout } from '@pps/concurrency';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { Catch, type ArgumentsHost, type DynamicModule, type ExceptionFilter, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Health } from '../health/health';
import { nestLogger } from './nest-logger';
import { collectProcessMetrics, type HostContext, CONFIGURATION } from '@pps/runtime';
import { acceptWaiting } from './accept-waiting';
import { acceptFileUploads, acceptForms } from './form-body.decorator';
import { allowOrigins } from './allow-origins';
import { admitBodies, BodyAdmission } from './body-admission';
import { awaitWantedBodies } from './drain';
import { HttpAdapter } from './http-adapter';
import { CheckedQueries } from './checked-queries';
import { InputPipe } from './input.pipe';
import { acceptJsonOnly } from './accept-json-only';
import { compressAnswers } from './compress-answers';
import { beginFairly, FairTurns } from './fair-turns';
import { ReadableInputGuard } from './readable-input.guard';
import { installRequestHooks } from './request-hooks';
import { shareConnections } from './connection-shares';
import { installStandardHeaders } from './standard-headers';
import type { DescribedRoute } from './suggest-route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerFailure, type FailureParts } from './answer-failure';

export interface HttpApp {
  readonly app: NestFastifyApplication;
  readonly health: Health;
  /** Listens and gives the port, which differs from the one asked for only when that is 0. */
  listen(port: number, host?: string): Promise<number>;
  /**
   * Readiness off, and from then on each answer ends its connection; nothing new taken after SHUTDOWN_WAIT, idle connections closed, open requests
   * finished. What is still open after 80 % of SHUTDOWN_GRACE is cut, so that the rest can end in order.
   */
  close(): Promise<void>;
}

/** A Nest application on Fastify with everything the interface promises about any request; not yet listening. Who mistypes a path is told of one of the `described` routes. */
export async function createHttpApp(
  module: Type | DynamicModule,
  context: HostContext,
  described: readonly DescribedRoute[] = [],
): Promise<HttpApp> {
  const { config, logger } = context;
  const adapter = new HttpAdapter(config, logger);
  const app = await NestFactory.create<NestFastifyApplication>(httpRootOf(module, context), adapter, {
    logger: nestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance();
  installStandardHeaders(fastify);
  await allowOrigins(fastify, config.CORS_ORIGINS ?? []);
  beginFairly(fastify, app.get(FairTurns));
  const health = app.get(Health);
  const isStopping = () => health.isStopping;
  installRequestHooks(fastify, { logger, config, tracing: context.tracing, described, isStopping });
  admitBodies(fastify, app.get(BodyAdmission));
  awaitWantedBodies(fastify);
  acceptJsonOnly(fastify);
  await compressAnswers(fastify);
  await acceptForms(fastify);
  await acceptFileUploads(fastify);
  shareConnections(fastify, config);
  fastify.server.on('checkExpectation', (request, response) => fastify.routing(request, response));
  app.useGlobalFilters(new FailureFilter({ logger, config }));
  // After those of the module, which are there already.
  app.useGlobalGuards(new ReadableInputGuard());
  app.useGlobalPipes(new InputPipe(new CheckedQueries()));
  collectProcessMetrics();
  return { app, health, listen, close };

  async function listen(port: number, host = '0.0.0.0'): Promise<number> {
    // Not app.listen(), which reports a taken port in lines of its own.
    await app.init();
    await fastify.listen({ port, host });
    return (fastify.server.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    const begunAt = performance.now();
    const leftMs = (share: number) => Math.max(0, config.SHUTDOWN_GRACE * share - (performance.now() - begunAt));
    health.stopping();
    // A server that closes drops idle connections without an answer: who sends requests here learns first that this process is not ready any more.
    await pause(Math.min(config.SHUTDOWN_WAIT, config.SHUTDOWN_GRACE / 2));
    await acceptWaiting(fastify.server);
    fastify.server.close();
    const closed = app.close();
    try {
      await withTimeout(closed, leftMs(0.8), 'closing the HTTP server');
    } catch (error) {
      logger.warn({ err: error }, 'cutting open requests');
      fastify.server.closeAllConnections();
      // What shares this process has to end too, also where this does not.
      await withTimeout(closed, leftMs(0.9), 'closing what the HTTP server used').catch((late: unknown) =>
        logger.warn({ err: late }, 'the HTTP server is left open'),
      );
    }
  }
}

/** The module, all of whose providers may be given configuration, health and what admits requests. */
export function httpRootOf(module: Type | DynamicModule, { config }: HostContext): DynamicModule {
  const providers = [
    { provide: CONFIGURATION, useValue: config },
    { provide: FairTurns, useValue: new FairTurns() },
    { provide: BodyAdmission, useValue: new BodyAdmission(config) },
    { provide: Health, useValue: new Health() },
  ];
  return { module: HttpRoot, imports: [{ module: HttpParts, global: true, providers, exports: providers }, module] };
}

class HttpRoot {}
class HttpParts {}

@Catch()
class FailureFilter implements ExceptionFilter {
  constructor(private readonly parts: FailureParts) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerFailure(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.parts);
  }
}
