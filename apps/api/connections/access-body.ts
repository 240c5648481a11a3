import { isPublishable, type DirectoryEntry, type Verdict } from '@pps/connections';
import { errorCatalogueEntry } from '@pps/runtime';
import { healthOf } from './account-body';
import { toBoardBody } from './board-body';

/** The board access result of the interface. */
export const toAccessBody = (verdict: Verdict, account: DirectoryEntry) => ({
  account_id: verdict.accountId,
  board_id: verdict.boardId,
  publishable: isPublishable(verdict),
  status: verdict.status,
  code: verdict.status === 'ok' ? null : verdict.code,
  message: verdict.message,
  remediation: verdict.status === 'ok' ? null : (errorCatalogueEntry(verdict.code)?.remediation ?? null),
  checked_at: verdict.checkedAt,
  source: verdict.source,
  board: verdict.status !== 'skipped' && verdict.board ? toBoardBody(verdict.board) : null,
  account_health: { ...healthOf(account), checked_at: account.reconnectReason === null ? account.tokenIssuedAt : null },
  retry_after_seconds: verdict.status === 'skipped' ? verdict.retryAfterSeconds : null,
});
