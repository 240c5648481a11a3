import { type Fact, type Decider, derivedId } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

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

export type BoardVerdictState = { readonly kind: 'unknown' } | ({ readonly kind: 'known' } & BoardVerdictChanged['data']);

export const boardVerdict: Decider<BoardVerdictState, BoardVerdictFact> = {
  initial: { kind: 'unknown' },
  evolve: (_, { data }) => ({ kind: 'known', ...data }),
};

/** Silent for an unchanged verdict, and for one that is older than the recorded one. */
export function recordVerdict(command: BoardVerdictChanged['data'], state: BoardVerdictState): readonly BoardVerdictFact[] {
  const { accountId, boardId, status, code, checkedAt } = command;
  if (state.kind === 'known' && (state.checkedAt > checkedAt || (state.status === status && state.code === code))) return [];
  return [{ type: 'BoardVerdictChanged', data: { accountId, boardId, status, code, checkedAt } }];
}

/** `board_verdict-<id>`: whether an account may publish on a board, as the platform answers; the id is derived from both. */
export const boardVerdictStream: StreamType<BoardVerdictState, BoardVerdictFact> = {
  category: 'board_verdict',
  decider: boardVerdict,
  facts: { BoardVerdictChanged: 1 },
  snapshot: { version: 1, every: 200 },
};

export const boardVerdictStreamId = (accountId: string, boardId: string): string => derivedId('board-verdict', accountId, boardId);
