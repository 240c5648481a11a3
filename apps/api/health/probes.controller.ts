import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { CONFIGURATION, Health, type Configuration } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/route-access.decorator';
import { interfaceVersion } from '../interface-version';
import { ProbeDto } from './health.dto';

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
    return { status: 'ok', ...this.what() };
  }

  @Get('readyz')
  @ApiOkResponse({ type: ProbeDto, description: 'This process can serve.' })
  @ApiServiceUnavailableResponse({
    type: ProbeDto,
    description: 'The event store or the database does not answer, or the process is starting or stopping.',
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { status, checks } = await this.health.recentReadiness();
    if (status !== 'ok') void reply.code(503).header('retry-after', '5');
    const database = checks['database'];
    return { status, ...this.what(), ...(database && { database: database.ok ? 'ok' : 'unavailable' }) };
  }

  private what() {
    return { version: interfaceVersion, environment: this.config.ENVIRONMENT };
  }
}
