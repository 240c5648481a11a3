import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

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
