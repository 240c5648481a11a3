import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { PageLimit } from '../lists/page-range.decorator';

const largest = Number.MAX_SAFE_INTEGER;
const place = { type: 'integer', format: 'int64' } as const;

/** Which history: the project's, or what belongs to the organization and its people and to no project. */
export class HistoryQuery {
  @ApiPropertyOptional({
    enum: ['project', 'organization'],
    default: 'project',
    description: 'The history of the project, or of the organization and its people beside its projects.',
  })
  @IsOptional()
  @IsIn(['project', 'organization'])
  readonly scope: 'project' | 'organization' = 'project';
}

/** Where a reading of a history begins. */
export class HistoryExportQuery extends HistoryQuery {
  @ApiPropertyOptional({
    ...place,
    minimum: 0,
    default: 0,
    description: 'The `leaf_index` to begin at: one more than that of the last item read.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(largest)
  readonly cursor: number = 0;
}

export class HistoryPageQuery extends HistoryExportQuery {
  @PageLimit()
  readonly limit: number = 50;
}

export class CheckpointPageQuery extends HistoryQuery {
  @PageLimit()
  readonly limit: number = 50;

  @ApiPropertyOptional({ ...place, minimum: 1, description: 'The `next_cursor` of the page before.' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly cursor?: number;
}

export class InclusionQuery extends HistoryQuery {
  @ApiProperty({ format: 'uuid', description: 'The fact.' })
  @IsUUID('loose')
  readonly event_id: string;

  @ApiPropertyOptional({
    ...place,
    minimum: 1,
    description: 'Leaves of the tree that it is proved to be in; all there are where absent.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly size?: number;
}

export class ConsistencyQuery extends HistoryQuery {
  @ApiProperty({ ...place, minimum: 1, description: 'Leaves of the older tree.' })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly first: number;

  @ApiProperty({ ...place, minimum: 1, description: 'Leaves of the newer tree.' })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly second: number;
}
