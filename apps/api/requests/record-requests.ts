import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { orTimeout } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { hungUp, RecordedRequests, RequestLog } from '@pps/request-log';
import { requestLogDropped } from '@pps/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import type { AuthenticatedRequest } from '../auth/principal.decorator';
import { whenRequestEnds } from '../http/request-end';
import { documentedPath } from './documented-path';
import { resourceIdOf } from './resource-id-of';

type CredentialRequest = FastifyRequest & AuthenticatedRequest & { madeId?: string; isWatched?: boolean };

/** A database that does not answer any more must not hold up the end of a process. */
const lastWriteMs = 2_000;

/** Keeps, without bodies, what was answered to whom a good credential tells us, unless REQUEST_LOG is off. Of others nobody could ask. */
@Injectable()
export class RecordRequests implements OnModuleInit, OnApplicationShutdown {
  readonly log: RequestLog;
  readonly requests: RecordedRequests;
  private readonly paths = new Map<string, string>();

  constructor(
    @Inject(APP) private readonly app: Pick<App, 'db' | 'clock' | 'configuration' | 'logger'>,
    private readonly server: HttpAdapterHost,
  ) {
    const { db, logger } = app;
    this.requests = new RecordedRequests(db);
    this.log = new RequestLog({
      requests: this.requests,
      onDropped: (count, reason) => requestLogDropped.inc({ reason }, count),
      onError: (error) => logger.warn({ err: error }, 'answered requests could not be written'),
    });
  }

  onModuleInit(): void {
    if (this.app.configuration.REQUEST_LOG === 'off') return;
    const fastify = this.server.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('preSerialization', (request: CredentialRequest, _reply, payload, done) => {
      if (request.principal && request.method === 'POST' && hasId(payload)) request.madeId = payload.id;
      done(null, payload);
    });
    // Not `onResponse`, which does not come where the client is gone before its answer is out, or comes as if that had been received.
    fastify.addHook('onSend', (request: CredentialRequest, reply, _payload, done) => {
      const { principal } = request;
      if (principal && !request.isWatched) {
        request.isWatched = true;
        whenRequestEnds(request.raw, reply.raw, () => this.record(request, reply, principal));
      }
      done();
    });
  }

  onApplicationShutdown(): Promise<void> {
    return orTimeout(this.log.flush(), lastWriteMs);
  }

  /** Of one of our routes, whose paths are few. */
  private pathOf(pattern: string): string {
    const path = this.paths.get(pattern) ?? documentedPath(pattern);
    this.paths.set(pattern, path);
    return path;
  }

  private record(request: CredentialRequest, reply: FastifyReply, principal: Principal): void {
    const { organizationId, projectId, epoch, keyId, sessionId } = principal;
    const credentialId = keyId ?? sessionId;
    if (credentialId === undefined) return;
    // A stream of events ends when its client has heard enough.
    const isOut = reply.raw.writableFinished || isEventStream(reply);
    const durationMs = Math.round(reply.elapsedTime);
    this.log.record({
      organizationId,
      projectId,
      epoch,
      requestId: request.id,
      at: new Date(this.app.clock().getTime() - durationMs),
      method: request.method,
      route: this.pathOf(request.routeOptions.url ?? ''),
      status: isOut ? reply.statusCode : hungUp,
      code: isOut ? (request.refusalCode ?? null) : null,
      durationMs,
      credential: { type: keyId === undefined ? 'session' : 'api_key', id: credentialId },
      resourceId: resourceIdOf(request.params) ?? (reply.statusCode < 300 ? resourceIdOf([request.madeId]) : null),
    });
  }
}

const isEventStream = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith('text/event-stream');

const hasId = (payload: unknown): payload is { readonly id: string } =>
  typeof payload === 'object' && payload !== null && 'id' in payload && typeof payload.id === 'string';
