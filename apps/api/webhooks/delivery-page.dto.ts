import { ApiPropertyOptional } from '@nestjs/swagger';
import { Invalid } from '@pps/kernel';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { isLogPosition } from '../lists/log-position';
import { PageLimit } from '../lists/page-range.decorator';

export class DeliveryPageQueryDto {
  @PageLimit()
  limit?: number;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  cursor?: string;
}

export const cursorOf = (position: string): string => Buffer.from(position).toString('base64url');

/** Throws Invalid for what is not one of our cursors. */
export function positionOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const position = Buffer.from(cursor, 'base64url').toString('latin1');
  if (isLogPosition(position) && cursorOf(position) === cursor) return position;
  throw new Invalid([{ loc: ['query', 'cursor'], msg: 'Input should be a next_cursor of this list', type: 'cursor' }]);
}
