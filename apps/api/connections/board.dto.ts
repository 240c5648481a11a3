import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { Invalid, type FieldError } from '@pps/kernel';
import { FieldsTogether } from '../http/check-input';
import { TextLength } from '../http/field-rules.decorator';
import { lowerCase, type BoardUpdateQuery } from './connections.dto';

type Privacy = 'PUBLIC' | 'SECRET';

/** The field has two names. */
const privacyConflict = ({ visibility, privacy }: BoardFields, at: FieldError['loc']): FieldError[] =>
  visibility && privacy && visibility !== privacy
    ? [{ loc: [...at, 'privacy'], msg: 'privacy must be the same as visibility', type: 'value_error' }]
    : [];

@FieldsTogether(privacyConflict)
class BoardFields {
  @ApiPropertyOptional({ type: String, maxLength: 500, nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  readonly description?: string | null;

  @ApiPropertyOptional({ type: String, enum: ['PUBLIC', 'SECRET', null], nullable: true })
  @IsOptional()
  @IsIn(['PUBLIC', 'SECRET'])
  readonly visibility?: Privacy | null;

  @ApiPropertyOptional({ type: String, enum: ['PUBLIC', 'SECRET', null], nullable: true, description: 'The same as visibility.' })
  @IsOptional()
  @IsIn(['PUBLIC', 'SECRET'])
  readonly privacy?: Privacy | null;
}

export class BoardCreateDto extends BoardFields {
  @ApiProperty({ format: 'uuid' })
  @Transform(lowerCase)
  @IsUUID('loose')
  readonly account_id: string;

  @ApiProperty({ minLength: 1, maxLength: 180 })
  @IsString()
  @TextLength(1, 180)
  readonly name: string;
}

export class BoardUpdateDto extends BoardFields {
  @ApiPropertyOptional({ type: String, nullable: true, format: 'uuid', description: 'Needed here or in the query.' })
  @IsOptional()
  @Transform(lowerCase)
  @IsUUID('loose')
  readonly account_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 180, description: 'null leaves it.' })
  @IsOptional()
  @Transform(({ value }: TransformFnParams): unknown => value ?? undefined)
  @IsString()
  @TextLength(1, 180)
  readonly name?: string;
}

/** The account whose board is changed. Throws `Invalid` when neither names it, or both name different ones. */
export function accountOfBoard({ account_id: inQuery }: BoardUpdateQuery, { account_id: inBody }: BoardUpdateDto): string {
  if (inQuery && inBody && inQuery !== inBody)
    throw new Invalid([{ loc: ['body', 'account_id'], msg: 'account_id must be the same as in the query', type: 'value_error' }]);
  const accountId = inQuery ?? inBody;
  if (!accountId)
    throw new Invalid([{ loc: ['query', 'account_id'], msg: 'account_id is required, here or in the body', type: 'missing' }]);
  return accountId;
}

export const privacyOf = ({ visibility, privacy }: BoardFields): Privacy | undefined => visibility ?? privacy ?? undefined;
