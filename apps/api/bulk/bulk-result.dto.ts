import { ApiProperty } from '@nestjs/swagger';

const text = { type: String, nullable: true } as const;
const whole = { type: 'integer' } as const;

export class BulkItemDto {
  @ApiProperty({ format: 'uuid', description: 'As it was given.' }) readonly id: string;
  @ApiProperty({ enum: ['succeeded', 'skipped', 'failed'], description: 'skipped: it was so already.' }) readonly status: string;
  @ApiProperty({ ...text, description: 'Of a failed one: what a request for it alone would have answered.' })
  readonly error_code: string | null;
  @ApiProperty(text) readonly error_message: string | null;
}

export class BulkResultDto {
  @ApiProperty(whole) readonly succeeded_count: number;
  @ApiProperty(whole) readonly skipped_count: number;
  @ApiProperty(whole) readonly failed_count: number;
  @ApiProperty({ type: [BulkItemDto], description: 'One for each id, in the order of the request.' }) readonly results: BulkItemDto[];
}
