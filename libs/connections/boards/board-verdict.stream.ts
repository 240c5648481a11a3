import type { StreamType } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { boardVerdict, type BoardVerdictState } from './board-verdict.decider';
import type { BoardVerdictFact } from './board-verdict.events';

/** `board_verdict-<id>`: whether an account may publish on a board, as the platform answers; the id is derived from both. */
export const boardVerdictStream: StreamType<BoardVerdictState, BoardVerdictFact> = {
  category: 'board_verdict',
  decider: boardVerdict,
  facts: {
    BoardVerdictChanged: 1,
  },
  snapshot: { version: 1, every: 200 },
};

export const boardVerdictStreamId = (accountId: string, boardId: string): string => derivedId('board-verdict', accountId, boardId);
