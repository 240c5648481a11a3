import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** How many rows a page has: 1 to 200, 50 by default. */
export const PageLimit = () =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 50 }),
    IsOptional(),
    Type(() => Number),
    IsInt(),
    Min(1),
    Max(200),
  );

const farthestOffset = 10_000_000;

/** How many rows come before the page. */
export const PageOffset = () =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: farthestOffset, default: 0 }),
    IsOptional(),
    Type(() => Number),
    IsInt(),
    Min(0),
    Max(farthestOffset),
  );
