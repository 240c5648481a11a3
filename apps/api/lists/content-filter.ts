import type { Principal } from '@pps/identity';
import { requireAccount } from '@pps/use-cases';
import type { ContentFilter } from '@projections/pins/filter-by-content.query';
import type { App } from '../../foundation/bind-app';
import type { ContentListDto } from './content-list.dto';

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
