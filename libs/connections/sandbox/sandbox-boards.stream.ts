import type { StreamType } from '@pps/event-store';
import type { SandboxBoardFact } from './sandbox-boards.events';
import { sandboxBoards, type SandboxBoards } from './sandbox-boards.decider';

/** `sandbox_boards-<projectId>`, in later epochs `…-e<epoch>`: the simulated boards of a sandbox; their limit is decided here. */
export const sandboxBoardsStream: StreamType<SandboxBoards, SandboxBoardFact> = {
  category: 'sandbox_boards',
  decider: sandboxBoards,
  facts: {
    SandboxBoardCreated: 1,
    SandboxBoardUpdated: 1,
    SandboxBoardDeleted: 1,
  },
  sealed: { SandboxBoardCreated: ['name', 'description'], SandboxBoardUpdated: ['name', 'description'] },
  snapshot: { version: 1, every: 200 },
};

export const sandboxBoardsStreamId = ({ projectId, epoch }: { readonly projectId: string; readonly epoch: number }): string =>
  epoch === 0 ? projectId : `${projectId}-e${epoch}`;
