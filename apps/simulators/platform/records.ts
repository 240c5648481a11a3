export interface AccountRecord {
  readonly id: string;
  readonly username: string;
  readonly createdMs: number;
}

export type Privacy = 'PUBLIC' | 'PROTECTED' | 'SECRET';

export interface BoardRecord {
  readonly id: string;
  readonly order: number;
  readonly owner: string;
  /** Accounts that see it in their list beside the owner. */
  readonly members: readonly string[];
  readonly name: string;
  readonly description: string | null;
  readonly privacy: Privacy;
  readonly createdMs: number;
  readonly deleted: boolean;
}

export interface PinTexts {
  readonly title: string | null;
  readonly description: string | null;
  readonly link: string | null;
  readonly altText: string | null;
}

export interface PinRecord extends PinTexts {
  readonly id: string;
  readonly order: number;
  readonly account: string;
  readonly boardId: string;
  readonly sectionId: string | null;
  readonly dominantColor: string | null;
  readonly media: MediaSource;
  /** Equal for pins of equal content. */
  readonly content: string;
  /** On the platform's clock. */
  readonly createdMs: number;
  /** On the clock of this machine. */
  readonly receivedMs: number;
  readonly committedMs: number;
  readonly deletedMs: number | null;
}

/** Where a pin's picture or video comes from; two sources are equal when they are equal JSON. */
export type MediaSource =
  | { readonly type: 'image_url'; readonly url: string }
  | { readonly type: 'image_file'; readonly sha256: string }
  | { readonly type: 'video'; readonly sha256: string; readonly coverUrl: string | null; readonly cover: string };

export interface MediaRecord {
  readonly id: string;
  readonly username: string;
  /** Opens the upload address; it stands for the signature of the real one. */
  readonly key: string;
  readonly uploadedMs: number | null;
  readonly sha256: string | null;
}

export interface AuthorizationCode {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly username: string;
  readonly scopes: readonly string[];
  readonly expiresMs: number;
}

export interface IssuedAccessToken {
  readonly username: string;
  readonly token: string;
  readonly scopes: readonly string[];
  readonly expiresMs: number;
}

export interface IssuedRefreshToken extends IssuedAccessToken {
  readonly clientId: string;
  /** The access token that was given with it. */
  readonly access?: string;
}

/** Tokens that were given to a user since the beginning, by what they were given for. */
export interface TokenCounts {
  readonly username: string;
  readonly authorization_code: number;
  readonly refresh_token: number;
}

export const operations = [
  'token',
  'user_account',
  'boards.list',
  'boards.create',
  'boards.get',
  'boards.update',
  'boards.delete',
  'board_pins.list',
  'pins.create',
  'pins.get',
  'pins.update',
  'pins.delete',
  'media.register',
  'media.upload',
  'media.get',
] as const;

export type Operation = (typeof operations)[number];

export interface Fault {
  readonly id: string;
  readonly operation: Operation | '*';
  readonly status?: number;
  readonly code?: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many calls it still meets; absent: until cleared. */
  readonly times?: number;
  readonly delay_ms?: number;
  readonly drop_after_commit?: boolean;
  /** The connection is cut without an effect. */
  readonly drop_before_commit?: boolean;
  /** With `status`: the effect is done, then that status is answered. */
  readonly after_commit?: boolean;
  /** Answered as it stands instead of JSON, with `status` or else that of a success; without an effect. */
  readonly body?: string;
  /** Only calls whose body carries exactly this title. */
  readonly title?: string;
}

/** `2026-01-01T20:10:40`: UTC, to the second, and as the platform writes it, without a zone. */
export function zonelessTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
