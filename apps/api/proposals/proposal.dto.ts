import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { itemsAtMost } from '@pps/proposals';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { TextLength } from '../http/field-rules.decorator';
import { PageCursorText, PageLimit, PageOffset } from '../lists/page-range.decorator';
import { CheckDto } from '../pins/validation-body';
import { EditScheduleDto } from '../schedules/schedule-changes.controller';
import { proposedActions, ProposedItemDto } from './proposed-item.dto';

export const proposalStatuses = ['open', 'decided', 'expired', 'ended'] as const;
export const itemStatuses = ['waiting', 'approving', 'approved', 'declined', 'failed'] as const;

export class ProposeDto {
  @ApiProperty({ type: [ProposedItemDto], minItems: 1, maxItems: itemsAtMost })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(itemsAtMost)
  readonly items: unknown[];

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255, description: 'Also as the header Idempotency-Key.' })
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  readonly idempotency_key?: string | null;
}

export class DeclinedItemDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: itemsAtMost, description: 'Place in the proposal, from 1.' })
  @IsInt()
  @Min(1)
  @Max(itemsAtMost)
  readonly number: number;
}

export class ItemChoiceDto extends DeclinedItemDto {
  @ApiPropertyOptional({ type: EditScheduleDto, description: 'What is made of it; `run_at` of schedules only.' })
  @IsOptional()
  readonly changes?: unknown;

  @ApiPropertyOptional({
    ...{ type: String, nullable: true, minLength: 1, maxLength: 100 },
    description: 'As the person was shown the item; 409 `conflict` where it is another one by now.',
  })
  @IsOptional()
  @IsString()
  @TextLength(1, 100)
  readonly fingerprint?: string | null;
}

const chosen = { nullable: true, minItems: 1, maxItems: itemsAtMost, description: 'Absent: all that is open.' };

export class ApproveDto {
  @ApiPropertyOptional({ type: [ItemChoiceDto], ...chosen })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(itemsAtMost)
  readonly items?: unknown[] | null;
}

export class DeclineDto {
  @ApiPropertyOptional({ type: [DeclinedItemDto], ...chosen })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(itemsAtMost)
  readonly items?: unknown[] | null;
}

export class ListProposalsDto {
  @PageLimit()
  readonly limit: number = 50;

  @PageOffset()
  readonly offset: number = 0;

  @PageCursorText('The `X-Next-Cursor`')
  readonly cursor?: string;

  @ApiPropertyOptional({ enum: proposalStatuses })
  @IsOptional()
  @IsIn(proposalStatuses)
  readonly status?: (typeof proposalStatuses)[number];
}

const text = { type: String, nullable: true } as const;
const uuid = { ...text, format: 'uuid' } as const;
const moment = { ...text, format: 'date-time' } as const;
const count = { type: 'integer' } as const;
const fields = { type: 'object', additionalProperties: true, nullable: true } as const;

class ProposalItemDto {
  @ApiProperty({ ...count, description: 'Place in the proposal, from 1.' }) readonly number: number;
  @ApiProperty({ enum: proposedActions }) readonly action: string;
  @ApiProperty({ enum: itemStatuses }) readonly status: string;
  @ApiProperty({ format: 'uuid' }) readonly account_id: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'A creation, or what is to be different, under the names of requests; as the person edited it.',
  })
  readonly payload: object;
  @ApiProperty({ ...uuid, description: 'The pin that it is about, or that it became.' }) readonly pin_id: string | null;
  @ApiProperty({ ...uuid, description: 'The same of a schedule.' }) readonly schedule_id: string | null;
  @ApiProperty({ ...text, enum: ['page', 'session', null], description: 'By which way a person decided.' }) readonly decided_by:
    | string
    | null;
  @ApiProperty({ ...uuid, description: 'Which person.' }) readonly decided_by_user_id: string | null;
  @ApiProperty({ ...moment, description: 'When he did.' }) readonly decided_at: string | null;
  @ApiProperty(text) readonly error_code: string | null;
  @ApiProperty(text) readonly error_message: string | null;
  @ApiProperty(text) readonly remediation: string | null;
  @ApiProperty({ type: [CheckDto], description: 'With `GET /v1/proposals/{id}`, of open items; else empty.' })
  readonly checks: readonly CheckDto[];
  @ApiProperty({ ...fields, description: 'With `GET /v1/proposals/{id}` by a person, of open changes and retries: what is there now.' })
  readonly before: object | null;
  @ApiProperty({ ...fields, description: 'The same of every open item: the whole that it leads to.' })
  readonly after: object | null;
  @ApiProperty({ ...text, description: 'Of that whole: given back with the agreement, it says what the person has seen.' })
  readonly fingerprint: string | null;
}

export class ProposalDto {
  @ApiProperty({ format: 'uuid' }) readonly id: string;
  @ApiProperty({ format: 'uuid' }) readonly workspace_id: string;
  @ApiProperty({ enum: proposalStatuses }) readonly status: string;
  @ApiProperty({ ...uuid, description: 'The API key or grant that asks.' }) readonly api_key_id: string | null;
  @ApiProperty({ ...text, description: 'What the program of a grant calls itself.' }) readonly client_name: string | null;
  @ApiProperty({ format: 'uri', description: 'The page on which a person agrees.' }) readonly url: string;
  @ApiProperty({ ...count, description: 'How many items it has.' }) readonly total_items: number;
  @ApiProperty({ ...count, description: 'Neither approved nor declined.' }) readonly open_items: number;
  @ApiProperty({ ...count, description: 'Agreed to and done.' }) readonly approved_items: number;
  @ApiProperty({ type: [ProposalItemDto], description: 'Empty in lists.' }) readonly items: ProposalItemDto[];
  @ApiProperty({ format: 'date-time' }) readonly created_at: string;
  @ApiProperty({ format: 'date-time', description: 'Nothing is agreed to from then on.' }) readonly expires_at: string;
  @ApiProperty({ format: 'date-time' }) readonly updated_at: string;
}
