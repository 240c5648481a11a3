import { Inject, Injectable } from '@nestjs/common';
import type { PlatformBoard } from '@pps/platform';
import { DATABASE, type Database } from '@pps/read-store';
import { CommandRunner } from '@pps/event-store';
import { AccountProfiles } from '../accounts/account-profiles';
import { ownOrigin } from '../accounts/connection-log';
import type { Connection } from '../accounts/connection.state';
import type { Finding } from './board-inspection';
import type { VerdictCode } from './verdict';
import { noteVerdict } from './board-verdict.decider';
import type { BoardVerdictChanged } from './board-verdict.events';
import { boardVerdictStream, boardVerdictStreamId } from './board-verdict.stream';

export type KnownFinding = Exclude<Finding, { kind: 'unknown' }>;

/** What the platform said about a board, under which consent and when. */
export interface KeptFinding {
  readonly finding: KnownFinding;
  readonly consentedAt: string;
  readonly checkedAt: string;
}

export interface KnownBoard {
  readonly seenBefore: boolean;
  readonly kept: KeptFinding | null;
}

type Account = Pick<Connection, 'projectId' | 'accountId' | 'consentedAt' | 'profileRef'>;

/** A finding without the owner's name, which is personal data; absent, not null, where the platform gave one. */
type NamelessFinding = Pick<KnownFinding, 'kind'> & { readonly code?: VerdictCode; readonly board?: Omit<PlatformBoard, 'ownerUsername'> };

interface Row {
  readonly seen_before: boolean;
  readonly verdict: NamelessFinding | null;
  readonly consented_at: Date | null;
  readonly checked_at: Date | null;
}

const rowsAtOnce = 1_000;

/** The boards that accounts have seen and the newest finding about each, shared by all processes; where a finding changed, it is a fact. */
@Injectable()
export class VerdictStore {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly runner: CommandRunner,
    private readonly profiles: AccountProfiles,
  ) {}

  async find({ projectId, accountId, profileRef }: Account, boardId: string): Promise<KnownBoard> {
    const row = (await this.db('connections.board_verdict')
      .where({ project_id: projectId, account_id: accountId, board_id: boardId })
      .first('seen_before', 'verdict', 'consented_at', 'checked_at')) as Row | undefined;
    return { seenBefore: row?.seen_before ?? false, kept: row ? await this.keptOf(row, profileRef) : null };
  }

  private async keptOf({ verdict, consented_at, checked_at }: Row, profileRef: string): Promise<KeptFinding | null> {
    if (!verdict || !consented_at || !checked_at) return null;
    const isNamed = verdict.board !== undefined && !('ownerUsername' in verdict.board);
    // Who may use a board owns it; whose a foreign one is, is not kept.
    const owner = isNamed && verdict.kind === 'usable' ? ((await this.profiles.get(profileRef))?.username ?? null) : null;
    const finding = { ...verdict, ...(verdict.board && { board: { ...verdict.board, ownerUsername: owner } }) } as KnownFinding;
    return { finding, consentedAt: consented_at.toISOString(), checkedAt: checked_at.toISOString() };
  }

  /** Keeps the finding unless a newer one is there. */
  async keep(connection: Connection, boardId: string, finding: KnownFinding, checkedAt: string): Promise<void> {
    await this.keepRow(connection, boardId, finding, checkedAt);
    const verdict = verdictOf(finding);
    if (!verdict) return;
    const noted = { accountId: connection.accountId, boardId, ...verdict, checkedAt };
    const id = boardVerdictStreamId(connection.accountId, boardId);
    await this.runner.run(boardVerdictStream, id, ownOrigin(connection, checkedAt), (state) => noteVerdict(noted, state));
  }

  private async keepRow({ projectId, accountId, consentedAt }: Account, boardId: string, finding: KnownFinding, checkedAt: string) {
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
        verdict: JSON.stringify(withoutName(finding)),
        seen: finding.board !== undefined,
      },
    );
  }

  /** Remembers that these boards exist, so that one that is gone later is known to be deleted. */
  async remember({ projectId, accountId }: Account, boards: readonly PlatformBoard[]): Promise<void> {
    for (let from = 0; from < boards.length; from += rowsAtOnce) {
      const some = boards.slice(from, from + rowsAtOnce);
      await this.db.raw(
        `insert into connections.board_verdict as known (project_id, account_id, board_id, seen_before)
         select :projectId, :accountId, board.id, true from jsonb_to_recordset(:boards::jsonb) as board (id text) order by board.id
         on conflict (project_id, account_id, board_id) do update set seen_before = true where not known.seen_before`,
        { projectId, accountId, boards: JSON.stringify(some.map(({ id }) => ({ id }))) },
      );
    }
  }
}

function withoutName(finding: KnownFinding): NamelessFinding {
  if (!finding.board || finding.board.ownerUsername === null) return finding;
  const { id, name, description, privacy, pinCount } = finding.board;
  return { ...finding, board: { id, name, description, privacy, pinCount } };
}

/** Null for what the account's own stream tells. */
function verdictOf(finding: KnownFinding): Pick<BoardVerdictChanged['data'], 'status' | 'code'> | null {
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
