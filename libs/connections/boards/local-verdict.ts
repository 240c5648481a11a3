import type { Connection } from '../accounts/connection.state';
import type { Finding, Verdict, VerdictCode } from './verdict';

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

export function verdictOf(finding: Finding, occasion: VerdictContext): Verdict {
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

/** The scopes that publishing needs. */
export const publishingScopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write'];

export const missingForPublishing = (granted: readonly string[]): readonly string[] =>
  publishingScopes.filter((scope) => !granted.includes(scope));

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
