import type { PlatformPin, MediaProgress, MediaUploadTarget, MediaFile, PlatformPinChange, PinDraft } from './pin';

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

/** A budget as the platform announced it: `limit` calls per `windowSeconds`, `remaining` of them left for `resetSeconds`. */
export interface RateLimit {
  readonly name: string | null;
  readonly limit: number;
  readonly windowSeconds: number | null;
  readonly remaining: number | null;
  readonly resetSeconds: number | null;
}

export interface PlatformToken {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Null when the platform does not say: those that were asked for, or those of the token that was refreshed. */
  readonly scopes: readonly string[] | null;
  readonly expiresAt: Date;
  readonly refreshTokenExpiresAt: Date | null;
}

export interface PlatformUser {
  readonly id: string;
  readonly username: string;
  readonly displayName: string | null;
}

/** What every answer says beside its value: the platform's own clock, read to the second from its `Date` header, and the budget it announced. */
export interface AnswerContext {
  readonly platformTime: Date | null;
  /** Platform time less our time at the middle of the call; exact to about a second. */
  readonly clockSkewMs: number | null;
  readonly rateLimit: RateLimit | null;
}

export interface PlatformAnswer<T> extends AnswerContext {
  readonly value: T;
}

export interface PlatformPage<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly bookmark: string | null;
}

/** `timeoutMs` bounds the whole call, waiting for a free connection included. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface PageOptions extends CallOptions {
  readonly bookmark?: string | null | undefined;
  /** 1..250, default 250. */
  readonly pageSize?: number | undefined;
}

/** An image-sharing network. Every method that calls it rejects with `PlatformError` and nothing else. */
export interface Platform {
  authorizationUrl(request: { state: string; redirectUri: string; scopes: readonly string[] }): string;
  exchangeCode(request: { code: string; redirectUri: string }, options?: CallOptions): Promise<PlatformAnswer<PlatformToken>>;
  refreshToken(request: { refreshToken: string }, options?: CallOptions): Promise<PlatformAnswer<PlatformToken>>;
  user(accessToken: string, options?: CallOptions): Promise<PlatformAnswer<PlatformUser>>;

  listBoards(accessToken: string, options?: PageOptions): Promise<PlatformAnswer<PlatformPage<PlatformBoard>>>;
  /** Every page, 400 at most; ends early when a bookmark comes twice. */
  allBoards(accessToken: string, options?: CallOptions): AsyncIterable<PlatformBoard>;
  createBoard(accessToken: string, draft: BoardDraft, options?: CallOptions): Promise<PlatformAnswer<PlatformBoard>>;
  getBoard(accessToken: string, boardId: string, options?: CallOptions): Promise<PlatformAnswer<PlatformBoard>>;
  updateBoard(accessToken: string, boardId: string, change: BoardChange, options?: CallOptions): Promise<PlatformAnswer<PlatformBoard>>;
  deleteBoard(accessToken: string, boardId: string, options?: CallOptions): Promise<PlatformAnswer<void>>;
  /** In no promised order: read all pages that may hold the pin in question. */
  boardPins(accessToken: string, boardId: string, options?: PageOptions): Promise<PlatformAnswer<PlatformPage<PlatformPin>>>;

  createPin(accessToken: string, draft: PinDraft, options?: CallOptions): Promise<PlatformAnswer<PlatformPin>>;
  getPin(accessToken: string, pinId: string, options?: CallOptions): Promise<PlatformAnswer<PlatformPin>>;
  updatePin(accessToken: string, pinId: string, change: PlatformPinChange, options?: CallOptions): Promise<PlatformAnswer<PlatformPin>>;
  deletePin(accessToken: string, pinId: string, options?: CallOptions): Promise<PlatformAnswer<void>>;

  registerMedia(accessToken: string, options?: CallOptions): Promise<PlatformAnswer<MediaUploadTarget>>;
  uploadMedia(upload: MediaUploadTarget, file: MediaFile, options?: CallOptions): Promise<PlatformAnswer<void>>;
  mediaStatus(accessToken: string, mediaId: string, options?: CallOptions): Promise<PlatformAnswer<MediaProgress>>;

  /** Closes the connections; calls still open reject. */
  close(): Promise<void>;
}
