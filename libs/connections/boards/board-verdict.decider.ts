import type { Decider } from '@pps/kernel';
import type { BoardVerdictChanged, BoardVerdictFact } from './board-verdict.events';

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
