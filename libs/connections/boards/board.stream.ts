import { type Fact, type Decider, derivedId } from '@pps/kernel';
import type { BoardChange, PlatformBoard } from '@pps/platform';
import type { StreamType } from '@pps/event-store';

type BoardPrivacy = 'PUBLIC' | 'PROTECTED' | 'SECRET';

/** Which board, of which account. */
interface ChangedBoard {
  /** The platform's id. */
  readonly boardId: string;
  readonly accountId: string;
}

/** The client had a board created at the platform. Its name is the platform's to tell. */
export type BoardCreated = Fact<'BoardCreated', ChangedBoard & { readonly privacy: BoardPrivacy; readonly createdAt: string }>;

/** The client had a board of the platform changed. */
export type BoardUpdated = Fact<
  'BoardUpdated',
  ChangedBoard & {
    /** Which fields the client gave. */
    readonly fields: readonly ('name' | 'description' | 'privacy')[];
    /** Where the client gave it. */
    readonly privacy?: BoardPrivacy;
    readonly updatedAt: string;
  }
>;

/** The client had a board of the platform deleted. */
export type BoardDeleted = Fact<'BoardDeleted', ChangedBoard & { readonly deletedAt: string }>;

export type BoardFact = BoardCreated | BoardUpdated | BoardDeleted;

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
export function recordBoardChange(key: BoardAtPlatform, change: PlatformBoardChange, at: string, state: BoardState): readonly BoardFact[] {
  switch (change.kind) {
    case 'created':
      return state.changedAt !== null ? [] : [{ type: 'BoardCreated', data: { ...key, privacy: change.board.privacy, createdAt: at } }];
    case 'updated': {
      const fields = (['name', 'description', 'privacy'] as const).filter((field) => change.change[field] !== undefined);
      const privacy = change.change.privacy === undefined ? {} : { privacy: change.board.privacy };
      return [{ type: 'BoardUpdated', data: { ...key, fields, ...privacy, updatedAt: at } }];
    }
    case 'deleted':
      return state.isDeleted ? [] : [{ type: 'BoardDeleted', data: { ...key, deletedAt: at } }];
  }
}

/** `board-<id>`: what clients had changed about one of the platform's boards; the id is derived from account and board. */
export const boardStream: StreamType<BoardState, BoardFact> = {
  category: 'board',
  decider: board,
  facts: { BoardCreated: 1, BoardUpdated: 1, BoardDeleted: 1 },
  snapshot: { version: 2, every: 200 },
};

export const boardStreamId = (accountId: string, boardId: string): string => derivedId('board', accountId, boardId);
