import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { metricsRegistry, metricsText } from '@pps/runtime';
import { Public } from '../auth/route-access.decorator';

@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  @Get()
  @Header('content-type', metricsRegistry.contentType)
  all(): Promise<string> {
    return metricsText();
  }
}
