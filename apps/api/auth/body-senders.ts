import { Injectable, type OnModuleInit, Inject } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Rejected } from '@pps/kernel';
import { BodyAdmission } from '../http/body-admission';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Credentials } from './credential.guard';
import { APP, type App } from '../../foundation/bind-app';

/** Looks at the credential before more than 64 KiB of a body are read, and counts what is refused of those without a good one by client address. */
@Injectable()
export class BodySenders implements OnModuleInit {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'rateLimits'>,
    private readonly credentials: Credentials,
    private readonly admission: BodyAdmission,
    private readonly server: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    this.admission.identifyBy((request) => this.organizationOf(request));
    // Before the guards, which may refuse the same request for its credential.
    this.server.httpAdapter.getInstance<FastifyInstance>().addHook('preHandler', async (request: FastifyRequest) => {
      if (!request.bodyFailure || (await this.organizationOf(request)) !== null) return;
      await this.app.rateLimits.require('refused_bodies', request.ip);
    });
  }

  private async organizationOf(request: FastifyRequest): Promise<string | null> {
    const credential = this.credentials.presentedBy(request);
    if (!credential) return null;
    try {
      return (await this.credentials.authenticate(credential, request)).organizationId;
    } catch (error) {
      if (error instanceof Rejected) return null;
      throw error;
    }
  }
}
