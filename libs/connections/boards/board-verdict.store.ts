import type { PlatformBoard } from '@pps/platform';
import { jsonb, type Database } from '@pps/read-store';
import { Streams } from '@pps/event-store';
import { AccountProfiles } from '../accounts/account-profiles';
import { systemOrigin } from '../accounts/connection-repository';
import type { Connection } from '../accounts/connection.stream';
import type { BoardFinding, VerdictCode } from './verdict';
import { recordVerdict, type BoardVerdictChanged, boardVerdictStream, boardVerdictStreamId } from './board-verdict.stream';

export type DefiniteFinding = Exclude<BoardFinding, { kind: 'unknown' }>;

/** What the platform answered about a board, under which consent and when. */
export interface StoredFinding {
  readonly finding: DefiniteFinding;
  readonly consentedAt: string;
  readonly checkedAt: string;
}

export interface StoredBoard {
  readonly seenBefore: boolean;
  readonly newest: StoredFinding | null;
}

type Account = Pick<Connection, 'projectId' | 'accountId' | 'consentedAt' | 'profileRef'>;

/** A finding without the board owner's name, which is personal data: `ownerUsername` is absent when the platform gave one, null when it gave none. */
type AnonymousFinding = Pick<DefiniteFinding, 'kind'> & {
  readonly code?: VerdictCode;
  readonly board?: Omit<PlatformBoard, 'ownerUsername'>;
};

interface Row {
  readonly seen_before: boolean;
  readonly verdict: AnonymousFinding | null;
  readonly consented_at: Date | null;
  readonly checked_at: Date | null;
}

const batchSize = 1_000;

/** The boards that accounts have seen and the newest finding about each, shared by all processes. A finding that changes the verdict is appended as a fact too. */
export class BoardVerdictStore {
  constructor(
    private readonly db: Database,
    private readonly streams: Streams,
    private readonly profiles: AccountProfiles,
  ) {}

  /** What is stored about the board for this account. */
  async find({ projectId, accountId, profileRef }: Account, boardId: string): Promise<StoredBoard> {
    const row = (await this.db('connections.board_verdict')
      .where({ project_id: projectId, account_id: accountId, board_id: boardId })
      .first('seen_before', 'verdict', 'consented_at', 'checked_at')) as Row | undefined;
    return { seenBefore: row?.seen_before ?? false, newest: row ? await this.readFinding(row, profileRef) : null };
  }

  private async readFinding({ verdict, consented_at, checked_at }: Row, profileRef: string): Promise<StoredFinding | null> {
    if (!verdict || !consented_at || !checked_at) return null;
    const isNamed = verdict.board !== undefined && !('ownerUsername' in verdict.board);
    // A usable board belongs to the account's user; the owner of another board is not stored.
    const owner = isNamed && verdict.kind === 'usable' ? ((await this.profiles.get(profileRef))?.username ?? null) : null;
    const finding = { ...verdict, ...(verdict.board && { board: { ...verdict.board, ownerUsername: owner } }) } as DefiniteFinding;
    return { finding, consentedAt: consented_at.toISOString(), checkedAt: checked_at.toISOString() };
  }

  /** Stores the finding unless a newer one is stored, and appends the verdict when it changed. */
  async save(connection: Connection, boardId: string, finding: DefiniteFinding, checkedAt: string): Promise<void> {
    await this.saveRow(connection, boardId, finding, checkedAt);
    const verdict = verdictFactOf(finding);
    if (!verdict) return;
    const noted = { accountId: connection.accountId, boardId, ...verdict, checkedAt };
    const id = boardVerdictStreamId(connection.accountId, boardId);
    await this.streams.decide(boardVerdictStream, id, systemOrigin(connection, checkedAt), (state) => recordVerdict(noted, state));
  }

  private async saveRow({ projectId, accountId, consentedAt }: Account, boardId: string, finding: DefiniteFinding, checkedAt: string) {
    await this.db.raw(
      `insert into connections.board_verdict as known
         (project_id, account_id, board_id, verdict, seen_before, consented_at, checked_at)
       values (:projectId, :accountId, :boardId, :verdict, :seen, :consentedAt, :checkedAt)
       on conflict (project_id, account_id, board_id) do update set
         verdict = excluded.verdict,
         seen_before = known.seen_before or excluded.seen_before,
         consented_at = excluded.consented_at, checked_at = excluded.checked_at
       where known.checked_at is null or known.checked_at <= excluded.checked_at`,
      {
        projectId,
        accountId,
        boardId,
        consentedAt,
        checkedAt,
        verdict: jsonb(withoutOwner(finding)),
        seen: finding.board !== undefined,
      },
    );
  }

  /** Stores that these boards exist, so that one that is gone later is reported as deleted. */
  async markSeen({ projectId, accountId }: Account, boards: readonly PlatformBoard[]): Promise<void> {
    for (let from = 0; from < boards.length; from += batchSize) {
      const some = boards.slice(from, from + batchSize);
      await this.db.raw(
        `insert into connections.board_verdict as known (project_id, account_id, board_id, seen_before)
         select :projectId, :accountId, board.id, true from jsonb_to_recordset(:boards::jsonb) as board (id text) order by board.id
         on conflict (project_id, account_id, board_id) do update set seen_before = true where not known.seen_before`,
        { projectId, accountId, boards: jsonb(some.map(({ id }) => ({ id }))) },
      );
    }
  }
}

function withoutOwner(finding: DefiniteFinding): AnonymousFinding {
  if (!finding.board || finding.board.ownerUsername === null) return finding;
  const { id, name, description, privacy, pinCount } = finding.board;
  return { ...finding, board: { id, name, description, privacy, pinCount } };
}

/** Null for findings about the account itself: its stream has them. */
function verdictFactOf(finding: DefiniteFinding): Pick<BoardVerdictChanged['data'], 'status' | 'code'> | null {
  if (finding.kind === 'usable') return { status: 'ok', code: null };
  switch (finding.code) {
    case 'board_not_found':
    case 'board_deleted':
    case 'board_not_owned':
    case 'board_access_denied':
    case 'scope_missing':
      return { status: 'failed', code: finding.code };
    case 'sandbox_board_not_allowed':
    case 'token_expired':
    case 'token_revoked':
    case 'account_revoked':
      return null;
  }
}

/** Deletes what is stored of the boards of an account, names among it. */
export async function eraseBoardVerdicts(
  db: Database,
  { projectId, accountId }: { readonly projectId: string; readonly accountId: string },
): Promise<void> {
  await db('connections.board_verdict').where({ project_id: projectId, account_id: accountId }).delete();
}
