import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type, type TransformFnParams } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, IsString, MaxLength } from 'class-validator';

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

// A file name of 255 characters, each escaped in JSON, in base64.
const longestCursor = 4_000;

/** Where the page before ended; `from` is where a page says so. */
export const PageCursorText = (from: string) =>
  applyDecorators(
    ApiPropertyOptional({
      type: String,
      maxLength: longestCursor,
      description: `${from} of the page before, with the same sort; not together with \`offset\`. Stays right while rows come and go.`,
    }),
    IsOptional(),
    IsString(),
    MaxLength(longestCursor),
  );

/** Headers of lists, for their descriptions. */
export const listHeaders = {
  total: { 'X-Total-Count': { description: 'How many there are in all, exactly.', schema: { type: 'integer' } } },
  next: { 'X-Next-Cursor': { description: '`cursor` of the next page; absent on the last one.', schema: { type: 'string' } } },
} as const;

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ...(['true', '1'] as const).map((text) => [text, true] as const),
  ...(['false', '0'] as const).map((text) => [text, false] as const),
]);

/** What a query parameter says as a boolean, in any case of letters; anything but true, false, 1 and 0 is left for the validation to refuse. */
export const booleanOf = ({ value }: TransformFnParams): unknown =>
  booleans.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;
