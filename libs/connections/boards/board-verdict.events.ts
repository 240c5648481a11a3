import type { Fact } from '@pps/kernel';

/** Whether the account may publish on the board has changed, as the platform answers. */
export type BoardVerdictChanged = Fact<
  'BoardVerdictChanged',
  {
    readonly accountId: string;
    readonly boardId: string;
    readonly status: 'ok' | 'failed';
    /** Why it may not; null when it may. */
    readonly code: 'board_not_found' | 'board_deleted' | 'board_not_owned' | 'board_access_denied' | 'scope_missing' | null;
    /** When the platform was asked. */
    readonly checkedAt: string;
  }
>;

export type BoardVerdictFact = BoardVerdictChanged;
