import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Rejected } from '@pps/kernel';
import { CONFIGURATION, failureOf, features, type Configuration } from '@pps/runtime';
import { envelopeOf } from '../http/answer-failure';
import { Health } from './health';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/route-access.decorator';
import { OperatorAccess } from '../operators/operator-access';
import { LivenessDto, ReadinessDto, UnreadyDto } from './health.dto';

@ApiTags('operations')
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly operators: OperatorAccess,
    @Inject(CONFIGURATION) private readonly config: Configuration,
  ) {}

  @Get('live')
  @ApiOkResponse({ type: LivenessDto, description: 'The process runs.' })
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOkResponse({ type: ReadinessDto, description: 'This process can serve; each dependency and projection is shown to operators only.' })
  @ApiServiceUnavailableResponse({
    type: UnreadyDto,
    description: 'The event store or the database does not answer, or the process is starting or stopping.',
  })
  async ready(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const isOperator = this.operators.allows(request);
    const { status, checks } = await this.health.recentReadiness();
    const shown = isOperator ? { status, checks, features: features(this.config) } : { status };
    if (status === 'ok') return shown;
    const failing = Object.entries(checks).filter(([, { ok, degraded }]) => !ok && !degraded);
    const why = failing.length === 0 ? 'Stopping' : isOperator ? `Not ready: ${failing.map(([name]) => name).join(', ')}` : 'Not ready';
    const failure = failureOf(new Rejected('service_unavailable', why));
    void reply.code(503).header('retry-after', String(failure.context['retry_after_seconds']));
    return { ...shown, ...envelopeOf(failure, request.id) };
  }
}
