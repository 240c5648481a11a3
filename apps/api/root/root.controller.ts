import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CONFIGURATION } from '@pps/runtime';
import type { Configuration } from '@pps/runtime';
import { Public } from '../auth/route-access.decorator';
import { interfaceVersion } from '../interface-version';
import { ServiceDto } from './service.dto';

@ApiTags('operations')
@Public()
@Controller()
export class RootController {
  constructor(@Inject(CONFIGURATION) private readonly config: Configuration) {}

  @Get()
  @ApiOkResponse({ type: ServiceDto, description: 'What answers here, in which version, and where it is described.' })
  describe() {
    return { service: 'pin-publishing-service', version: interfaceVersion, docs: `${this.config.PUBLIC_URL}/docs` };
  }
}
