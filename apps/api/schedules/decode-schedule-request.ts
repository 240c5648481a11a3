import type { FieldError } from '@pps/kernel';
import { checkInput } from '@pps/runtime';
import type { ScheduleRequest } from '@pps/use-cases';
import { pinRequestOf } from '../pins/decode-pin-request';
import { CreateScheduleDto } from './create-schedule.dto';

/** Reads a body that may be anything; `at` is its path in the request. Throws `Invalid`. */
export async function decodeScheduleRequest(
  body: unknown,
  keyHeader: string | undefined,
  at: FieldError['loc'] = ['body'],
): Promise<ScheduleRequest> {
  return scheduleRequestOf(await checkInput(CreateScheduleDto, body, { loc: at, unknownFields: 'refuse' }), keyHeader, at);
}

/** The request that a valid body means, its time in UTC. Throws `Invalid` for what concerns several fields. */
export function scheduleRequestOf(
  body: CreateScheduleDto,
  keyHeader: string | undefined,
  at: FieldError['loc'] = ['body'],
): ScheduleRequest {
  return { ...pinRequestOf(body, keyHeader, at), runAt: new Date(body.run_at).toISOString() };
}
