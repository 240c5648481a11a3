import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { cachedFor, metricsRegistry, metricsText } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { Public } from '../auth/route-access.decorator';
import { OperatorAccess } from '../operators/operator-access';

const cachedMs = 2_000;

@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  // However often it is asked, the readers of the log are measured once in this time.
  private readonly text = cachedFor(cachedMs, metricsText);

  constructor(private readonly operators: OperatorAccess) {}

  @Get()
  @Header('content-type', metricsRegistry.contentType)
  all(@Req() request: FastifyRequest): Promise<string> {
    this.operators.require(request);
    return this.text();
  }
}
