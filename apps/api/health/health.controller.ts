import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Rejected } from '@pps/kernel';
import { CONFIGURATION, failureOf, features, type Configuration } from '@pps/runtime';
import { envelopeOf } from '../http/answer-failure';
import { Health, type Readiness } from './health';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/route-access.decorator';
import { OperatorAccess } from '../operators/operator-access';
import { LivenessDto, ReadinessDto, UnreadyDto, ProbeDto, UnreadyProbeDto } from './health.dto';
import { interfaceVersion } from '../root/root.controller';
import type { DatabaseDetail } from './dependency-checks';

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
    return { ...shown, ...envelopeOf(failure, request.id, this.config.PUBLIC_URL) };
  }
}

/** The probes under the names that orchestrators of containers ask for. */
@ApiTags('operations')
@Public()
@Controller()
export class ProbesController {
  constructor(
    private readonly health: Health,
    @Inject(CONFIGURATION) private readonly config: Configuration,
  ) {}

  @Get('healthz')
  @ApiOkResponse({ type: ProbeDto, description: 'The process runs.' })
  alive() {
    return { status: 'ok', ...this.what(), database: null };
  }

  @Get('readyz')
  @ApiOkResponse({ type: ProbeDto, description: 'This process can serve.' })
  @ApiServiceUnavailableResponse({
    type: UnreadyProbeDto,
    description: 'The event store or the database does not answer, or the process is starting or stopping.',
  })
  async ready(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { status, checks } = await this.health.recentReadiness();
    const known = { status, ...this.what(), ...shownOf(checks) };
    if (status === 'ok') return known;
    const failure = failureOf(new Rejected('service_unavailable', status === 'stopping' ? 'Stopping' : 'Not ready'));
    void reply.code(503).header('retry-after', String(failure.context['retry_after_seconds']));
    return { ...known, ...envelopeOf(failure, request.id, this.config.PUBLIC_URL) };
  }

  private what() {
    return { version: interfaceVersion, environment: this.config.ENVIRONMENT };
  }
}

/** What anybody may know: names and words that this service gives, nothing in the words of a part. */
function shownOf(checks: Readiness['checks']): Omit<ProbeDto, 'status' | 'version' | 'environment'> {
  const { database, clock } = checks;
  const { reads, writes, problem } = (database?.detail ?? {}) as Partial<DatabaseDetail>;
  const cannot = [...(reads === 'unavailable' ? ['reads' as const] : []), ...(writes === 'unavailable' ? ['writes' as const] : [])];
  const reason = problem ?? (clock && !clock.ok ? 'clock_differs' : undefined);
  const degraded = Object.keys(checks).filter((name) => checks[name]?.degraded);
  return {
    database: database ? (database.ok ? 'ok' : 'unavailable') : null,
    ...(cannot.length > 0 && { cannot }),
    ...(reason && { reason }),
    ...(degraded.length > 0 && { degraded }),
  };
}
