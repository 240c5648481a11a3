import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID, ValidateIf } from 'class-validator';
import { EditScheduleDto } from '../schedules/schedule-changes.controller';
import { CreatePinDto } from '../pins/create-pin.dto';
import { RetryPinDto } from '../pins/pin-changes.dto';

export const proposedActions = ['publish', 'schedule', 'change_pin', 'change_schedule', 'retry_pin'] as const;
export type ProposedActionName = (typeof proposedActions)[number];

/** A pin to publish; with `run_at`, one to schedule. */
class ProposedPinDto extends CreatePinDto {
  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Of `schedule` only, and needed there.' })
  readonly run_at?: string;
}

const isOf =
  (...actions: readonly ProposedActionName[]) =>
  ({ action }: { readonly action?: unknown }) =>
    (actions as readonly unknown[]).includes(action);
const given = (value: unknown) => value !== undefined;

/** One write that is proposed. What it holds is checked by the class of that write. */
export class ProposedItemDto {
  @ApiProperty({ enum: proposedActions })
  @IsIn(proposedActions)
  readonly action: ProposedActionName;

  @ApiPropertyOptional({ type: ProposedPinDto, description: 'Of `publish` and `schedule`.' })
  @ValidateIf((item: object) => given((item as ProposedItemDto).pin) || isOf('publish', 'schedule')(item))
  @IsOptional()
  readonly pin?: unknown;

  @ApiPropertyOptional({ format: 'uuid', description: 'The pin or schedule, of the other actions.' })
  @ValidateIf(isOf('change_pin', 'change_schedule', 'retry_pin'))
  @IsUUID('loose')
  readonly id?: string;

  @ApiPropertyOptional({ type: EditScheduleDto, description: 'Of `change_pin` and `change_schedule`; `run_at` of schedules only.' })
  @IsOptional()
  readonly changes?: unknown;

  @ApiPropertyOptional({ type: RetryPinDto, description: 'Of `retry_pin`: where else it is to go.' })
  @IsOptional()
  readonly target?: unknown;
}
