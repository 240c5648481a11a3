import { ApiProperty } from '@nestjs/swagger';
import { CreatePinDto } from './create-pin.dto';
import { HeadroomDto, headroomBody } from './headroom-headers';
import { Invalid } from '@pps/kernel';
import type { CheckOutcome, MonthlyQuota, PinRequest, RateReading } from '@pps/use-cases';
import { contentBody } from './content-body';

const text = { type: String, nullable: true } as const;
const names = ['payload', 'account', 'board_access', 'media', 'quota', 'rate', 'duplicate', 'forecast'];

export class CheckDto {
  @ApiProperty({ enum: names }) readonly name: string;
  @ApiProperty({ enum: ['passed', 'failed', 'warning', 'skipped'] }) readonly status: string;
  @ApiProperty(text) readonly code: string | null;
  @ApiProperty(text) readonly message: string | null;
  @ApiProperty(text) readonly remediation: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) readonly details: object | null;
}

export class ValidatedPinDto {
  @ApiProperty({ description: 'No check failed.' }) readonly valid: boolean;
  @ApiProperty({ enum: [true] }) readonly dry_run: boolean;
  @ApiProperty({ type: [CheckDto] }) readonly checks: CheckDto[];
  @ApiProperty({ type: CreatePinDto, nullable: true, description: 'The creation as it is understood.' }) readonly resolved: object | null;
  @ApiProperty({ ...text, format: 'uuid' }) readonly existing_pin_id: string | null;
  @ApiProperty({ type: HeadroomDto }) readonly headroom: HeadroomDto;
}

/** Throws `Invalid` for a body that is no JSON object: everything else a validation reports. */
export function requireObject(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw new Invalid([{ loc: ['body'], msg: 'body must be a JSON object', type: body === undefined ? 'missing' : 'object_type' }]);
}

interface Validated {
  readonly checks: readonly CheckOutcome[];
  readonly quota: MonthlyQuota;
  readonly reading: RateReading | null;
}

/** What validations of pins and of schedules answer alike. */
export const toValidationBody = ({ checks, quota, reading }: Validated) => ({
  valid: checks.every(({ status }) => status !== 'failed'),
  dry_run: true,
  checks,
  headroom: headroomBody(quota, reading),
});

/** The pin of a request as it is understood, under the field names of requests. */
export const toResolvedBody = ({ accountId, boardId, content, idempotencyKey }: PinRequest) => ({
  account_id: accountId,
  board_id: boardId,
  ...contentBody(content),
  idempotency_key: idempotencyKey,
});
