import type { Origin } from '@pps/event-store';
import type { Creation } from '@pps/idempotency';
import type { BoardChange, BoardDraft, PlatformBoard } from '@pps/platform';

/** The boards of connected accounts. Methods throw `Rejected` as `AccessTokens` does, `Rejected('scope_missing')`, and what `boardRejection` lists. */
export interface BoardSource {
  /** All of the account's boards, at most 100,000, within 25 s. */
  list(accountId: string): Promise<PlatformBoard[]>;
  /** Where an earlier call of the same request may have made it, that board is looked for first. */
  create(accountId: string, draft: BoardDraft, creation: Creation, origin: Origin): Promise<PlatformBoard>;
  update(accountId: string, boardId: string, change: BoardChange, origin: Origin): Promise<PlatformBoard>;
  delete(accountId: string, boardId: string, origin: Origin): Promise<void>;
}
