import { Invalid } from '@pps/kernel';
import type { CheckOutcome, MonthlyQuota, PinRequest, RateReading } from '@pps/use-cases';
import { contentBody } from './content-body';
import { headroomBody } from './headroom-headers';

/** Throws `Invalid` for a body that is no JSON object: everything else a validation reports. */
export function requireObject(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw new Invalid([{ loc: ['body'], msg: 'Input should be a JSON object', type: body === undefined ? 'missing' : 'object_type' }]);
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
