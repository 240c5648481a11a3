import type { Fact } from '@pps/kernel';

/** The platform's answer to whether the account may publish on the board differs from the one before. */
export type BoardVerdictChanged = Fact<
  'BoardVerdictChanged',
  {
    readonly accountId: string;
    readonly boardId: string;
    readonly status: 'ok' | 'failed';
    /** Why not; null when it may. */
    readonly code: 'board_not_found' | 'board_deleted' | 'board_not_owned' | 'board_access_denied' | 'scope_missing' | null;
    /** When the platform was asked. */
    readonly checkedAt: string;
  }
>;

export type BoardVerdictFact = BoardVerdictChanged;
