import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { nullIsAbsent } from '../pins/content.decorator';
import { EditPinDto } from '../pins/pin-changes.dto';

/** Any of a creation's fields but account and key; absent = unchanged, null and a blank text clear an optional one. */
export class EditScheduleDto extends EditPinDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'A moment in the future, with its offset from UTC; null leaves it.',
  })
  @IsOptional()
  @Transform(nullIsAbsent)
  @IsMoment()
  readonly run_at?: string;
}
