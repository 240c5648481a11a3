import { ApiPropertyOptional } from '@nestjs/swagger';
import { SentAgain } from '../http/checked-queries';
import { IsMoment } from '../http/field-rules.decorator';
import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { PageLimit, PageOffset } from './page-range.decorator';
import type { Principal } from '@pps/identity';
import { requireAccount } from '@pps/use-cases';
import type { ContentFilter } from '@projections/pins/filter-by-content.query';
import type { App } from '../../foundation/bind-app';

/** What lists of pins and of schedules are narrowed by. */
@SentAgain()
export class ContentListDto {
  @PageLimit()
  readonly limit: number = 50;

  @PageOffset()
  readonly offset: number = 0;

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID('loose')
  readonly account_id?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly board_id?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly error_code?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Created (a schedule: due) at this moment or later.' })
  @IsOptional()
  @IsMoment()
  readonly since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Created (a schedule: due) before this moment.' })
  @IsOptional()
  @IsMoment()
  readonly until?: string;

  @ApiPropertyOptional({ description: 'Part of title, description, link or board id; any script, whatever the case.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly q?: string;
}

/**
 * The filter that a query means, within what the credential may see; a revoked account works too. Throws for an account that the credential may
 * not name or the project does not have.
 */
export async function contentFilterOf<Query extends ContentListDto>(
  deps: Pick<App, 'accounts'>,
  principal: Principal,
  { account_id, board_id, error_code, ...rest }: Query,
): Promise<ContentFilter & Omit<Query, 'account_id' | 'board_id' | 'error_code'>> {
  const accountId = account_id?.toLowerCase();
  if (accountId !== undefined) await requireAccount(deps, principal, accountId);
  const { projectId, epoch, accountIds } = principal;
  return { ...rest, projectId, epoch, accountIds, accountId, boardId: board_id, errorCode: error_code };
}
