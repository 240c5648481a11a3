import { ApiProperty } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { CreatePinDto } from '../pins/create-pin.dto';

export class CreateScheduleDto extends CreatePinDto {
  @ApiProperty({
    format: 'date-time',
    description: 'When the pin is to be queued: a moment in the future, with its offset from UTC.',
    example: '2027-03-28T09:30:00+02:00',
  })
  @IsMoment()
  readonly run_at: string;
}
