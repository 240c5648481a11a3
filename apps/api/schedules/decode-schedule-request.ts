import { ApiProperty } from '@nestjs/swagger';
import { IsMoment, isMoment } from '../http/field-rules.decorator';
import { CreatePinDto } from '../pins/create-pin.dto';
import { Invalid, type FieldError } from '@pps/kernel';
import { checkInput } from '../http/check-input';
import { notInFuture, type ScheduleRequest } from '@pps/use-cases';
import { pinRequestOf } from '../pins/decode-pin-request';

export class CreateScheduleDto extends CreatePinDto {
  @ApiProperty({
    format: 'date-time',
    description: 'When the pin is to be queued: a moment in the future, with its offset from UTC.',
    example: '2027-03-28T09:30:00+02:00',
  })
  @IsMoment()
  readonly run_at: string;
}

/** Reads a body that may be anything. Throws `Invalid`, which names a time that is over beside other faults: without them a repeat may have one. */
export async function decodeScheduleRequest(body: unknown, keyHeader: string | undefined, now: Date): Promise<ScheduleRequest> {
  const at = ['body'];
  try {
    return scheduleRequestOf(await checkInput(CreateScheduleDto, body, { loc: at, unknownFields: 'refuse' }), keyHeader, at);
  } catch (error) {
    const { run_at } = Object(body) as { readonly run_at?: unknown };
    if (!(error instanceof Invalid) || !isMoment(run_at) || Date.parse(run_at) > now.getTime()) throw error;
    throw new Invalid([...error.errors, ...notInFuture(at).errors]);
  }
}

/** The request that a valid body means, its time in UTC. Throws `Invalid` for what concerns several fields. */
export function scheduleRequestOf(
  body: CreateScheduleDto,
  keyHeader: string | undefined,
  at: FieldError['loc'] = ['body'],
): ScheduleRequest {
  return { ...pinRequestOf(body, keyHeader, at), runAt: new Date(body.run_at).toISOString() };
}
