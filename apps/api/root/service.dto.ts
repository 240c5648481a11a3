import { ApiProperty } from '@nestjs/swagger';

export class ServiceDto {
  @ApiProperty({ description: 'What answers here.', example: 'pin-publishing-service' })
  readonly service: string;

  @ApiProperty({ description: 'The version of the interface.', example: '1.58.0' })
  readonly version: string;

  @ApiProperty({ format: 'uri', description: 'Where the interface is described.' })
  readonly docs: string;
}
