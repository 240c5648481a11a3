import type { PlatformState } from './platform-state';
import { platformRefusal } from './platform-refusal';

/** Notes a write to a board; throws 409 when the one before was less than `board_write_ms` ago. Forgotten at a restart. */
export type ExclusiveBoards = (boardId: string) => void;

export function exclusiveBoards(state: PlatformState): ExclusiveBoards {
  const writtenMs = new Map<string, number>();
  return (boardId) => {
    const holdsMs = state.settings().board_write_ms;
    if (holdsMs === 0) return;
    const now = Date.now();
    if (now - (writtenMs.get(boardId) ?? -Infinity) < holdsMs)
      throw platformRefusal(409, 409, 'Could not get exclusive access to the board. Try again later.');
    writtenMs.set(boardId, now);
  };
}
