import { ApiProperty } from '@nestjs/swagger';

export class WebhookEventDto {
  @ApiProperty()
  event!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON Schema (2020-12) of the whole body.' })
  schema!: object;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'A body that the schema allows.' })
  example!: object;
}
