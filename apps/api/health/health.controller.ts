import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Rejected } from '@pps/kernel';
import { CONFIGURATION, envelopeOf, failureOf, features, Health } from '@pps/runtime';
import type { Configuration } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/route-access.decorator';

@ApiTags('operations')
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    @Inject(CONFIGURATION) private readonly config: Configuration,
  ) {}

  @Get('live')
  @ApiOkResponse({ description: 'The process runs.' })
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOkResponse({ description: 'Every dependency answers.' })
  @ApiServiceUnavailableResponse({ description: 'A dependency does not answer, or the process is stopping.' })
  async ready(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const readiness = { ...(await this.health.readiness()), features: features(this.config) };
    if (readiness.status === 'ok') return readiness;
    const failing = Object.entries(readiness.checks).filter(([, { ok }]) => !ok);
    const why = failing.length > 0 ? `Not ready: ${failing.map(([name]) => name).join(', ')}` : 'Stopping';
    const failure = failureOf(new Rejected('service_unavailable', why));
    void reply.code(503).header('retry-after', String(failure.context['retry_after_seconds']));
    return { ...readiness, ...envelopeOf(failure, request.id) };
  }
}
