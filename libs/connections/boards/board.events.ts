import type { Fact } from '@pps/kernel';

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
