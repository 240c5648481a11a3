import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { cacheOnceMade } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Credentials, presentedCredential } from '../auth/credential.guard';
import { FairRequests } from '../auth/fair-requests.guard';
import type { AuthenticatedRequest } from '../auth/principal.decorator';
import { FairTurns } from '../http/fair-turns';
import { mostRows } from '../imports/decode-rows';
import { mostFieldsOfPin } from '../pins/create-pin.dto';
import { McpParts } from './mcp-parts';
import { answerMessage } from './answer-message';
import { signInChallenge } from './challenges';
import { refuseForeignPage } from './refuse-foreign-page';

export const mcpPath = '/mcp';

/** What stands around the rows of the greatest call. */
const fieldsOfEnvelope = 200;

/** Clients of the newest revision that are refused their first message with 429 take the server for an older one as long as they are connected. */
const routeSettings = { tooManyStatus: 503, bodyFields: mostRows * mostFieldsOfPin + fieldsOfEnvelope };

/** Where the protocol is served. What is asked of it stands beside the business's routes, not among them: one address takes every message. */
@Injectable()
export class McpMount implements OnModuleInit {
  private readonly handler = cacheOnceMade(() => this.open());

  constructor(
    private readonly server: HttpAdapterHost,
    private readonly credentials: Credentials,
    private readonly fair: FairRequests,
    private readonly parts: McpParts,
    private readonly turns: FairTurns,
  ) {}

  onModuleInit(): void {
    const fastify = this.server.httpAdapter.getInstance<FastifyInstance>();
    const { configuration } = this.parts.app;
    // Every method: who shows no credential learns that first, also where nothing but POST is taken.
    fastify.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: mcpPath,
      config: { ...routeSettings, challenge: (code: string) => signInChallenge(configuration, code) } as object,
      handler: (request: FastifyRequest & AuthenticatedRequest, reply) => this.answer(request, reply),
    });
  }

  private async answer(request: FastifyRequest & AuthenticatedRequest, reply: FastifyReply): Promise<FastifyReply> {
    const principal = await this.credentials.identify(presentedCredential(request.headers), request);
    request.principal = principal;
    this.turns.trust(request, principal.organizationId);
    refuseForeignPage(request.headers, this.parts.app.configuration);
    if (request.method !== 'POST') {
      void reply.header('allow', 'POST');
      throw new Rejected('method_not_allowed', 'The protocol takes POST only');
    }
    return answerMessage(await this.handler(), { principal, request, reply }, this.parts.app.configuration);
  }

  protected async open() {
    const { openMcpServer } = await import('./mcp-server');
    return openMcpServer(this.parts, this.fair);
  }
}
