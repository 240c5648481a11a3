import type { Fact } from '@pps/kernel';

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
