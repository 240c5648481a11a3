export type BoardPrivacy = 'PUBLIC' | 'PROTECTED' | 'SECRET';

export interface PlatformBoard {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly privacy: BoardPrivacy;
  readonly pinCount: number | null;
  readonly ownerUsername: string | null;
}

export interface BoardDraft {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly privacy?: 'PUBLIC' | 'SECRET' | undefined;
}

/** Absent fields stay as they are. */
export type BoardChange = Partial<BoardDraft>;
