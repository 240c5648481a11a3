import type { PlatformBoard } from '@pps/platform';
import type { ReconnectCode } from '../tokens/reconnection';
import type { Connection } from '../accounts/connection.stream';
import { missingForPublishing } from '../accounts/missing-scopes';

export type VerdictCode =
  | 'board_not_found'
  | 'board_deleted'
  | 'board_not_owned'
  | 'board_access_denied'
  | 'sandbox_board_not_allowed'
  | ReconnectCode;

/** What the platform said of a board. */
export type BoardFinding =
  | { readonly kind: 'usable'; readonly board: PlatformBoard }
  | { readonly kind: 'refused'; readonly code: VerdictCode; readonly board?: PlatformBoard }
  | { readonly kind: 'unknown'; readonly code: 'platform_unavailable' | 'platform_rate_limited'; readonly retryAfterSeconds: number };

interface Checked {
  readonly accountId: string;
  readonly boardId: string;
  readonly message: string;
  readonly checkedAt: string;
  /** `platform`: asked just now; `cache`: a stored answer; `local`: decided without the platform. */
  readonly source: 'cache' | 'platform' | 'local';
}

/** Whether a pin may be published on a board. `skipped`: the platform did not answer, and nothing else forbids it. */
export type Verdict =
  | (Checked & { readonly status: 'ok'; readonly board: PlatformBoard })
  | (Checked & { readonly status: 'failed'; readonly code: VerdictCode; readonly board?: PlatformBoard })
  | (Checked & {
      readonly status: 'skipped';
      readonly code: 'platform_unavailable' | 'platform_rate_limited';
      readonly retryAfterSeconds: number;
    });

export const isPublishable = (verdict: Verdict): boolean => verdict.status !== 'failed';

type VerdictContext = Pick<Verdict, 'accountId' | 'boardId' | 'checkedAt' | 'source'>;

const messages: Readonly<Record<VerdictCode, string>> = {
  board_not_found: 'The board was not found',
  board_deleted: 'The board was deleted at the platform',
  board_not_owned: 'The board belongs to another user',
  board_access_denied: 'The platform denied access to the board for the connected account',
  sandbox_board_not_allowed: 'A sandbox publishes on its own boards only',
  scope_missing: 'The connection lacks a needed platform scope',
  token_expired: "The connection's token has expired",
  token_revoked: "The connection's token was revoked",
  account_revoked: 'The platform account is disconnected',
};

/** The verdict that can be given without asking the platform; null when the platform has to be asked. */
export function localVerdict(connection: Connection, boardId: string, now: Date): Verdict | null {
  const code = localCode(connection, boardId);
  if (code === null) return null;
  const occasion = { accountId: connection.accountId, boardId, checkedAt: now.toISOString(), source: 'local' as const };
  return verdictOf({ kind: 'refused', code }, occasion);
}

export function verdictOf(finding: BoardFinding, occasion: VerdictContext): Verdict {
  switch (finding.kind) {
    case 'usable':
      return { ...occasion, status: 'ok', message: 'The account may publish on this board', board: finding.board };
    case 'refused': {
      const { code, board } = finding;
      return { ...occasion, status: 'failed', code, message: messages[code], ...(board ? { board } : {}) };
    }
    case 'unknown': {
      const message = 'The platform could not be asked; only local checks ran';
      return { ...occasion, status: 'skipped', code: finding.code, message, retryAfterSeconds: finding.retryAfterSeconds };
    }
  }
}

/** The platform numbers its boards; the numbers exceed 2^53. */
export const isBoardId = (text: string): boolean => /^\d{1,32}$/.test(text);

const localCode = (connection: Connection, boardId: string): VerdictCode | null =>
  accountCode(connection) ?? (isBoardId(boardId) ? null : 'board_not_found');

/** Why the account can publish on no board at all; null when it can. */
export function accountCode({ revokedAt, reconnectReason, scopes }: Connection): VerdictCode | null {
  if (revokedAt !== null) return 'account_revoked';
  if (reconnectReason !== null) return reconnectReason;
  return missingForPublishing(scopes).length > 0 ? 'scope_missing' : null;
}
