import type { Decider } from '@pps/kernel';
import type { BoardChange, PlatformBoard } from '@pps/platform';
import type { BoardFact } from './board.events';

/** The platform decides about its boards; here only is known what the client had done to it. */
export interface BoardState {
  readonly isDeleted: boolean;
  /** When the platform had confirmed the newest change; null without one. What was read of the board before is out of date. */
  readonly changedAt: string | null;
}

export const board: Decider<BoardState, BoardFact> = {
  initial: { isDeleted: false, changedAt: null },
  evolve: (_, fact) => ({ isDeleted: fact.type === 'BoardDeleted', changedAt: changedAt(fact) }),
};

function changedAt(fact: BoardFact): string {
  switch (fact.type) {
    case 'BoardCreated':
      return fact.data.createdAt;
    case 'BoardUpdated':
      return fact.data.updatedAt;
    case 'BoardDeleted':
      return fact.data.deletedAt;
  }
}

export interface BoardAtPlatform {
  readonly accountId: string;
  readonly boardId: string;
}

/** What the platform has done for the client. */
export type PlatformBoardChange =
  | { readonly kind: 'created'; readonly board: Pick<PlatformBoard, 'privacy'> }
  | { readonly kind: 'updated'; readonly change: BoardChange; readonly board: Pick<PlatformBoard, 'privacy'> }
  | { readonly kind: 'deleted' };

/** The fact of a change that the platform has confirmed; silent for a repeated creation or deletion. */
export function recordBoardChange(of: BoardAtPlatform, change: PlatformBoardChange, at: string, state: BoardState): readonly BoardFact[] {
  switch (change.kind) {
    case 'created':
      return state.changedAt !== null ? [] : [{ type: 'BoardCreated', data: { ...of, privacy: change.board.privacy, createdAt: at } }];
    case 'updated': {
      const fields = (['name', 'description', 'privacy'] as const).filter((field) => change.change[field] !== undefined);
      const privacy = change.change.privacy === undefined ? {} : { privacy: change.board.privacy };
      return [{ type: 'BoardUpdated', data: { ...of, fields, ...privacy, updatedAt: at } }];
    }
    case 'deleted':
      return state.isDeleted ? [] : [{ type: 'BoardDeleted', data: { ...of, deletedAt: at } }];
  }
}
