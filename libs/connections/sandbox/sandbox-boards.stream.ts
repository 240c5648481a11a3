import { type Fact, Rejected, type Decider } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

type Privacy = 'PUBLIC' | 'PROTECTED' | 'SECRET';

/** A simulated account of a sandbox got another board. */
export type SandboxBoardCreated = Fact<
  'SandboxBoardCreated',
  {
    readonly boardId: string;
    readonly accountId: string;
    readonly name: string;
    readonly description: string | null;
    readonly privacy: Privacy;
    readonly createdAt: string;
  }
>;

/** A simulated board was changed; what is absent stayed as it was. */
export type SandboxBoardUpdated = Fact<
  'SandboxBoardUpdated',
  {
    readonly boardId: string;
    readonly name?: string;
    readonly description?: string | null;
    readonly privacy?: Privacy;
    readonly updatedAt: string;
  }
>;

/** A simulated board was deleted, by the client or because its account is no longer connected. */
export type SandboxBoardDeleted = Fact<'SandboxBoardDeleted', { readonly boardId: string; readonly deletedAt: string }>;

export type SandboxBoardFact = SandboxBoardCreated | SandboxBoardUpdated | SandboxBoardDeleted;

export type SandboxBoard = SandboxBoardCreated['data'];

/** The boards of one sandbox epoch, of all its accounts. */
export interface SandboxBoards {
  readonly boards: readonly SandboxBoard[];
  /** Ids of deleted boards, the newest 1,000. */
  readonly deletedIds: readonly string[];
}

function evolve(state: SandboxBoards, fact: SandboxBoardFact): SandboxBoards {
  const { boardId } = fact.data;
  switch (fact.type) {
    case 'SandboxBoardCreated':
      return { ...state, boards: [...state.boards.filter((board) => board.boardId !== boardId), fact.data] };
    case 'SandboxBoardUpdated': {
      const { name, description, privacy } = fact.data;
      const changed = (board: SandboxBoard): SandboxBoard => ({
        ...board,
        name: name ?? board.name,
        description: description === undefined ? board.description : description,
        privacy: privacy ?? board.privacy,
      });
      return { ...state, boards: state.boards.map((board) => (board.boardId === boardId ? changed(board) : board)) };
    }
    case 'SandboxBoardDeleted':
      return {
        boards: state.boards.filter((board) => board.boardId !== boardId),
        deletedIds: [...state.deletedIds, boardId].slice(-maxDeletedIds),
      };
  }
}

export const sandboxBoards: Decider<SandboxBoards, SandboxBoardFact> = { initial: { boards: [], deletedIds: [] }, evolve };
export const sandboxBoardLimit = 5;
const maxDeletedIds = 1_000;

/** Silent for a board that exists. Throws `Rejected('sandbox_board_limit')`. */
export function createBoard(board: SandboxBoard, { boards }: SandboxBoards): readonly SandboxBoardFact[] {
  if (boards.some(({ boardId }) => boardId === board.boardId)) return [];
  if (boards.length >= sandboxBoardLimit) {
    throw new Rejected('sandbox_board_limit', 'The sandbox holds no more boards', { limit: sandboxBoardLimit });
  }
  return [{ type: 'SandboxBoardCreated', data: board }];
}

/** Creates the first board of an account; silent for an account that has one. Throws `Rejected('sandbox_board_limit')`. */
export function createFirstBoard(board: SandboxBoard, state: SandboxBoards): readonly SandboxBoardFact[] {
  return state.boards.some(({ accountId }) => accountId === board.accountId) ? [] : createBoard(board, state);
}

export interface BoardKey {
  readonly boardId: string;
  readonly accountId: string;
}

export type BoardEdit = Omit<SandboxBoardUpdated['data'], 'boardId' | 'updatedAt'>;

/** Silent when nothing would change. Throws `Rejected('board_not_found')`. */
export function updateBoard(key: BoardKey, edit: BoardEdit, at: string, state: SandboxBoards): readonly SandboxBoardFact[] {
  const board = requireBoard(key, state);
  const after = { ...board, ...edit };
  if (after.name === board.name && after.description === board.description && after.privacy === board.privacy) return [];
  return [{ type: 'SandboxBoardUpdated', data: { boardId: board.boardId, ...edit, updatedAt: at } }];
}

/** Throws `Rejected('board_not_found')`. */
export function deleteBoard(key: BoardKey, at: string, state: SandboxBoards): readonly SandboxBoardFact[] {
  return [{ type: 'SandboxBoardDeleted', data: { boardId: requireBoard(key, state).boardId, deletedAt: at } }];
}

/** Deletes the boards of accounts that are no longer connected. */
export function deleteBoardsOf(accountIds: readonly string[], at: string, { boards }: SandboxBoards): readonly SandboxBoardFact[] {
  return boards
    .filter(({ accountId }) => accountIds.includes(accountId))
    .map(({ boardId }) => ({ type: 'SandboxBoardDeleted', data: { boardId, deletedAt: at } }));
}

function requireBoard({ boardId, accountId }: BoardKey, { boards }: SandboxBoards): SandboxBoard {
  const board = boards.find((each) => each.boardId === boardId && each.accountId === accountId);
  if (!board) throw new Rejected('board_not_found', 'The board was not found', { board_id: boardId }, { status: 404 });
  return board;
}

/** `sandbox_boards-<projectId>`, in later epochs `…-e<epoch>`: the simulated boards of a sandbox; their limit is decided here. */
export const sandboxBoardsStream: StreamType<SandboxBoards, SandboxBoardFact> = {
  category: 'sandbox_boards',
  decider: sandboxBoards,
  facts: { SandboxBoardCreated: 1, SandboxBoardUpdated: 1, SandboxBoardDeleted: 1 },
  sealed: { SandboxBoardCreated: ['name', 'description'], SandboxBoardUpdated: ['name', 'description'] },
  snapshot: { version: 1, every: 200 },
};

export const sandboxBoardsStreamId = ({ projectId, epoch }: { readonly projectId: string; readonly epoch: number }): string =>
  epoch === 0 ? projectId : `${projectId}-e${epoch}`;
