import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '@pps/runtime';
import { ValidateIf } from 'class-validator';
import { EditPinDto } from '../pins/pin-changes.dto';

/** Any of a creation's fields but account and key; absent = unchanged, null clears an optional one. */
export class EditScheduleDto extends EditPinDto {
  @ApiPropertyOptional({ format: 'date-time', description: 'A moment in the future, with its offset from UTC.' })
  @ValidateIf((_, value) => value !== undefined)
  @IsMoment()
  readonly run_at?: string;
}
