import { ApiProperty, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Controller, Get, Inject } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { Public } from '../auth/route-access.decorator';

export const interfaceVersion = '1.58.0';

class ServiceDto {
  @ApiProperty({ description: 'What answers here.', example: 'pin-publishing-service' })
  readonly service: string;

  @ApiProperty({ description: 'The version of the interface.', example: '1.58.0' })
  readonly version: string;

  @ApiProperty({ format: 'uri', description: 'Where the interface is described.' })
  readonly docs: string;
}

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
