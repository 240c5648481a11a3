import { Injectable } from '@nestjs/common';
import { KeyedSingleFlight } from '@pps/concurrency';
import { NotFound } from '@pps/kernel';
import { LRUCache } from 'lru-cache';
import { ConnectionRepository } from '../accounts/connection-repository';
import type { Connection } from '../accounts/connection.state';
import { SimulatedBoardAccess } from './simulated-board-access';
import { BoardInspection } from './board-inspection';
import { localVerdict, verdictOf } from './local-verdict';
import type { Finding, Verdict } from './verdict';
import { BoardVerdictStore, type StoredFinding, type DefiniteFinding } from './board-verdict.store';

export interface BoardQuestion {
  readonly accountId: string;
  readonly boardId: string;
  /** Ask the platform even when a stored verdict is still valid. */
  readonly fresh?: boolean;
  /** The log's head, if the caller has read it already. */
  readonly head?: bigint;
}

const maxCached = 10_000;
const usableMaxAgeMs = 300_000;
const refusedMaxAgeMs = 60_000;

/** Whether an account may publish on a board. A verdict is valid for 5 minutes when the board is usable, for 1 when not; it is cached in memory and in a table that all processes share. */
@Injectable()
export class BoardAccess {
  private readonly cache = new LRUCache<string, StoredFinding>({ max: maxCached });
  private readonly flights = new KeyedSingleFlight<Verdict>();

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly store: BoardVerdictStore,
    private readonly inspection: BoardInspection,
    private readonly simulated: SimulatedBoardAccess,
  ) {}

  /** The verdict. The caller has to check that the account is its project's. Throws `NotFound` for an absent account. */
  async check({ accountId, boardId, fresh = false, head }: BoardQuestion): Promise<Verdict> {
    const connection = await this.connections.find(accountId, head);
    if (!connection) throw new NotFound('Account');
    if (connection.simulated) return this.simulated.check(connection, boardId, this.connections.now(), head);
    const local = localVerdict(connection, boardId, this.connections.now());
    if (local) return local;
    const key = `${accountId} ${boardId}`;
    const recent = fresh ? undefined : this.cache.get(key);
    if (recent && this.isFresh(recent, connection)) return this.cachedVerdict(recent, connection, boardId);
    return this.flights.run(`${key} ${fresh} ${connection.consentedAt}`, () => this.inspect(connection, boardId, fresh));
  }

  /** What can be said without asking the platform: of the account, and of a sandbox's board. Throws `NotFound` for an absent account. */
  async checkLocally({ accountId, boardId, head }: BoardQuestion): Promise<Verdict> {
    const connection = await this.connections.find(accountId, head);
    if (!connection) throw new NotFound('Account');
    const now = this.connections.now();
    if (connection.simulated) return this.simulated.check(connection, boardId, now, head);
    const local = localVerdict(connection, boardId, now);
    const unknown = { kind: 'unknown', code: 'platform_unavailable', retryAfterSeconds: 0 } as const;
    return local ?? verdictOf(unknown, { accountId, boardId, checkedAt: now.toISOString(), source: 'local' });
  }

  private async inspect(connection: Connection, boardId: string, fresh: boolean): Promise<Verdict> {
    const known = await this.store.find(connection, boardId);
    if (!fresh && known.newest && this.isFresh(known.newest, connection)) {
      this.cache.set(`${connection.accountId} ${boardId}`, known.newest);
      return this.cachedVerdict(known.newest, connection, boardId);
    }
    const checkedAt = this.connections.now().toISOString();
    const found = asDeletedIfSeen(await this.inspection.inspect(connection, boardId), known.seenBefore);
    if (isStorable(found)) await this.storeFinding(connection, boardId, found, checkedAt);
    const source = found.kind === 'unknown' ? 'local' : 'platform';
    return verdictOf(found, { accountId: connection.accountId, boardId, checkedAt, source });
  }

  private async storeFinding(connection: Connection, boardId: string, finding: DefiniteFinding, checkedAt: string): Promise<void> {
    const key = `${connection.accountId} ${boardId}`;
    const present = this.cache.get(key);
    // Answers may arrive out of order; the one that was asked for last is stored.
    if (!present || present.checkedAt <= checkedAt) this.cache.set(key, { finding, consentedAt: connection.consentedAt, checkedAt });
    await this.store.save(connection, boardId, finding, checkedAt);
  }

  private isFresh({ finding, consentedAt, checkedAt }: StoredFinding, connection: Connection): boolean {
    const age = this.connections.now().getTime() - Date.parse(checkedAt);
    return consentedAt === connection.consentedAt && age < (finding.kind === 'usable' ? usableMaxAgeMs : refusedMaxAgeMs);
  }

  private cachedVerdict({ finding, checkedAt }: StoredFinding, { accountId }: Connection, boardId: string): Verdict {
    return verdictOf(finding, { accountId, boardId, checkedAt, source: 'cache' });
  }
}

function asDeletedIfSeen(finding: Finding, seenBefore: boolean): Finding {
  return finding.kind === 'refused' && finding.code === 'board_not_found' && seenBefore
    ? { kind: 'refused', code: 'board_deleted' }
    : finding;
}

/** Findings about the account itself are not stored: its stream has them. */
function isStorable(finding: Finding): finding is DefiniteFinding {
  if (finding.kind === 'usable') return true;
  return finding.kind === 'refused' && !['token_expired', 'token_revoked', 'account_revoked'].includes(finding.code);
}
