import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, IsUUID } from 'class-validator';

/** A list of 1 to 1,000 accounts, in lower case, or null; absent stays absent. */
export const AccountListField = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ type: [String], format: 'uuid', nullable: true, description }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(lowerCased) : value)),
    IsOptional(),
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(1_000),
    IsUUID('loose', { each: true }),
  );

const lowerCased = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
