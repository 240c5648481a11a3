import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, IsUUID, Length, MaxLength, ValidateIf } from 'class-validator';
import { Invalid } from '@pps/kernel';
import { lowerCase } from './connections.dto';

type Privacy = 'PUBLIC' | 'SECRET';

class BoardFields {
  @ApiPropertyOptional({ maxLength: 500, nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  readonly description?: string | null;

  @ApiPropertyOptional({ enum: ['PUBLIC', 'SECRET'] })
  @IsOptional()
  @IsIn(['PUBLIC', 'SECRET'])
  readonly visibility?: Privacy | null;

  @ApiPropertyOptional({ enum: ['PUBLIC', 'SECRET'], description: 'The same as visibility.' })
  @IsOptional()
  @IsIn(['PUBLIC', 'SECRET'])
  readonly privacy?: Privacy | null;
}

export class BoardCreateDto extends BoardFields {
  @ApiProperty({ format: 'uuid' })
  @Transform(lowerCase)
  @IsUUID()
  readonly account_id: string;

  @ApiProperty({ minLength: 1, maxLength: 180 })
  @IsString()
  @Length(1, 180)
  readonly name: string;
}

export class BoardUpdateDto extends BoardFields {
  @ApiPropertyOptional({ minLength: 1, maxLength: 180 })
  @ValidateIf(({ name }: BoardUpdateDto) => name !== undefined)
  @IsString()
  @Length(1, 180)
  readonly name?: string;
}

/** Throws `Invalid` when the field's two names say different things. */
export function privacyOf({ visibility, privacy }: BoardFields): Privacy | undefined {
  if (visibility && privacy && visibility !== privacy)
    throw new Invalid([{ loc: ['body', 'privacy'], msg: 'Differs from visibility', type: 'value_error' }]);
  return visibility ?? privacy ?? undefined;
}
