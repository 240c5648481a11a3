import { ApiProperty } from '@nestjs/swagger';
import { isUuid } from '@pps/kernel';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateBy } from 'class-validator';

const isText = { validate: (value: unknown) => typeof value === 'string' && isUuid(value) };

export class BulkIdsDto {
  @ApiProperty({ type: [String], format: 'uuid', minItems: 1, maxItems: 100, description: 'An id that comes again is changed once.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateBy({ name: 'isUuid', validator: isText }, { each: true, message: 'each of ids must be a uuid' })
  readonly ids: string[];
}
