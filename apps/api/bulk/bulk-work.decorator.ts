import { RouteSetting } from '../http/route-setting.decorator';
import type { FastifyRequest } from 'fastify';
import { ApiProperty } from '@nestjs/swagger';
import { isUuid } from '@pps/kernel';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateBy } from 'class-validator';
import { failureOf } from '@pps/runtime';
import type { ChangedItem } from '@pps/use-cases';

/** A route that may change many things at once: it waits for the read models, so that nobody's reads wait for it. */
export const BulkWork = (): MethodDecorator => RouteSetting({ bulkWork: true });

/** Whether the route of a request is such a one. */
export function isBulkWork({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  const config: unknown = routeOptions.config;
  return typeof config === 'object' && config !== null && 'bulkWork' in config;
}

const isText = { validate: (value: unknown) => typeof value === 'string' && isUuid(value) };

export class BulkIdsDto {
  @ApiProperty({ type: [String], format: 'uuid', minItems: 1, maxItems: 100, description: 'An id that comes again is changed once.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateBy({ name: 'isUuid', validator: isText }, { each: true, message: 'each of ids must be a uuid' })
  readonly ids: string[];
}

const text = { type: String, nullable: true } as const;
const whole = { type: 'integer' } as const;

class BulkItemDto {
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

/** The body that answers a request for many. */
export function toBulkBody(items: readonly ChangedItem[], given: readonly string[]): BulkResultDto {
  const count = (status: ChangedItem['status']) => items.filter((item) => item.status === status).length;
  return {
    succeeded_count: count('succeeded'),
    skipped_count: count('skipped'),
    failed_count: count('failed'),
    results: items.map((item, index) => toItemBody(item, given[index] ?? item.id)),
  };
}

function toItemBody(item: ChangedItem, id: string): BulkItemDto {
  if (item.status !== 'failed') return { id, status: item.status, error_code: null, error_message: null };
  const { code, message } = failureOf(item.error);
  return { id, status: 'failed', error_code: code, error_message: message };
}
