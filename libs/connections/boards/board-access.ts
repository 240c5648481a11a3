import { KeyedSingleFlight } from '@pps/concurrency';
import { LiveStates } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { LRUCache } from 'lru-cache';
import { ConnectionRepository } from '../accounts/connection-repository';
import type { Connection } from '../accounts/connection.stream';
import type { SimulatedBoards } from './simulated-boards';
import { BoardInspection } from './board-inspection';
import { type BoardState, boardStream, boardStreamId } from './board.stream';
import { localVerdict, verdictOf, type BoardFinding, type Verdict } from './verdict';
import { BoardVerdictStore, type StoredFinding, type DefiniteFinding } from './board-verdict.store';

export interface BoardQuestion {
  readonly accountId: string;
  readonly boardId: string;
  /** Ask the platform even when a stored verdict is still valid. */
  readonly fresh?: boolean;
  /** The log's head, if the caller has read it already. */
  readonly head?: bigint;
}

type KnownLocally = { readonly verdict: Verdict } | { readonly verdict: null; readonly connection: Connection; readonly board: BoardState };

const maxCached = 10_000;
const usableMaxAgeMs = 300_000;
const refusedMaxAgeMs = 60_000;

export interface BoardAccessDeps {
  readonly connections: ConnectionRepository;
  readonly live: LiveStates;
  readonly store: BoardVerdictStore;
  readonly inspection: BoardInspection;
  readonly simulated: SimulatedBoards;
}

/**
 * Whether an account may publish on a board. A verdict is valid for 5 minutes when the board is usable, for 1 when not, and never after a change of the
 * board that was answered here; it is cached in memory and in a table that all processes share. A board that was deleted here stays so, whatever the
 * platform still lists.
 */
export class BoardAccess {
  private readonly cache = new LRUCache<string, StoredFinding>({ max: maxCached });
  private readonly flights = new KeyedSingleFlight<Verdict>();

  constructor(private readonly deps: BoardAccessDeps) {}

  /** The verdict. The caller has to check that the account is its project's. Throws `NotFound` for an absent account. */
  async check({ accountId, boardId, fresh = false, head }: BoardQuestion): Promise<Verdict> {
    const known = await this.findLocally(accountId, boardId, head);
    if (known.verdict) return known.verdict;
    const { connection, board } = known;
    const key = `${accountId} ${boardId}`;
    const recent = fresh ? undefined : this.cache.get(key);
    if (recent && this.isFresh(recent, connection, board)) return this.cachedVerdict(recent, connection, boardId);
    return this.flights.run(`${key} ${fresh} ${connection.consentedAt} ${board.changedAt}`, () =>
      this.inspect(connection, boardId, board, fresh),
    );
  }

  /** What can be said without asking the platform: of the account, of a board that was deleted here, and of a sandbox's board. Throws `NotFound` for an absent account. */
  async checkLocally({ accountId, boardId, head }: BoardQuestion): Promise<Verdict> {
    const { verdict } = await this.findLocally(accountId, boardId, head);
    const unknown = { kind: 'unknown', code: 'platform_unavailable', retryAfterSeconds: 0 } as const;
    return verdict ?? verdictOf(unknown, this.localOccasion(accountId, boardId));
  }

  private async findLocally(accountId: string, boardId: string, head?: bigint): Promise<KnownLocally> {
    const asOf = head ?? (await this.deps.live.head());
    const connection = await this.deps.connections.find(accountId, asOf);
    if (!connection) throw new NotFound('Account');
    const now = this.deps.connections.now();
    if (connection.simulated) return { verdict: await this.deps.simulated.check(connection, boardId, now, asOf) };
    const verdict = localVerdict(connection, boardId, now);
    if (verdict) return { verdict };
    const { state: board } = await this.deps.live.get(boardStream, boardStreamId(accountId, boardId), asOf);
    if (!board.isDeleted) return { verdict: null, connection, board };
    return { verdict: verdictOf({ kind: 'refused', code: 'board_deleted' }, this.localOccasion(accountId, boardId)) };
  }

  private localOccasion(accountId: string, boardId: string) {
    return { accountId, boardId, checkedAt: this.deps.connections.now().toISOString(), source: 'local' as const };
  }

  private async inspect(connection: Connection, boardId: string, board: BoardState, fresh: boolean): Promise<Verdict> {
    const known = await this.deps.store.find(connection, boardId);
    if (!fresh && known.newest && this.isFresh(known.newest, connection, board)) {
      this.cache.set(`${connection.accountId} ${boardId}`, known.newest);
      return this.cachedVerdict(known.newest, connection, boardId);
    }
    const checkedAt = this.deps.connections.now().toISOString();
    const found = asDeletedIfSeen(await this.deps.inspection.inspect(connection, boardId), known.seenBefore);
    if (isStorable(found)) await this.storeFinding(connection, boardId, found, checkedAt);
    const source = found.kind === 'unknown' ? 'local' : 'platform';
    return verdictOf(found, { accountId: connection.accountId, boardId, checkedAt, source });
  }

  private async storeFinding(connection: Connection, boardId: string, finding: DefiniteFinding, checkedAt: string): Promise<void> {
    const key = `${connection.accountId} ${boardId}`;
    const present = this.cache.get(key);
    // Answers may arrive out of order; the one that was asked for last is stored.
    if (!present || present.checkedAt <= checkedAt) this.cache.set(key, { finding, consentedAt: connection.consentedAt, checkedAt });
    await this.deps.store.save(connection, boardId, finding, checkedAt);
  }

  private isFresh({ finding, consentedAt, checkedAt }: StoredFinding, connection: Connection, { changedAt }: BoardState): boolean {
    if (changedAt !== null && checkedAt <= changedAt) return false;
    const age = this.deps.connections.now().getTime() - Date.parse(checkedAt);
    return consentedAt === connection.consentedAt && age < (finding.kind === 'usable' ? usableMaxAgeMs : refusedMaxAgeMs);
  }

  private cachedVerdict({ finding, checkedAt }: StoredFinding, { accountId }: Connection, boardId: string): Verdict {
    return verdictOf(finding, { accountId, boardId, checkedAt, source: 'cache' });
  }
}

function asDeletedIfSeen(finding: BoardFinding, seenBefore: boolean): BoardFinding {
  return finding.kind === 'refused' && finding.code === 'board_not_found' && seenBefore
    ? { kind: 'refused', code: 'board_deleted' }
    : finding;
}

/** Findings about the account itself are not stored: its stream has them. */
function isStorable(finding: BoardFinding): finding is DefiniteFinding {
  if (finding.kind === 'usable') return true;
  return finding.kind === 'refused' && !['token_expired', 'token_revoked', 'account_revoked'].includes(finding.code);
}
