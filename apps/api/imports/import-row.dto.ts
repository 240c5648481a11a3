import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { IsOptional } from 'class-validator';
import { CreatePinDto } from '../pins/create-pin.dto';

/** A row of a file: a pin, and when it is to be published. */
export class ImportRowDto extends CreatePinDto {
  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time', description: 'The row becomes a schedule; with an offset.' })
  @IsOptional()
  @IsMoment()
  readonly run_at?: string | null;
}
