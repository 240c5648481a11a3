import type { StreamType } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { board, type BoardState } from './board.decider';
import type { BoardFact } from './board.events';

/** `board-<id>`: what clients had changed about one of the platform's boards; the id is derived from account and board. */
export const boardStream: StreamType<BoardState, BoardFact> = {
  category: 'board',
  decider: board,
  facts: {
    BoardCreated: 1,
    BoardUpdated: 1,
    BoardDeleted: 1,
  },
  snapshot: { version: 2, every: 200 },
};

export const boardStreamId = (accountId: string, boardId: string): string => derivedId('board', accountId, boardId);
