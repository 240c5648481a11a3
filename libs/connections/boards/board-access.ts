import { Injectable } from '@nestjs/common';
import { NotFound } from '@pps/kernel';
import { LRUCache } from 'lru-cache';
import { ConnectionLog } from '../accounts/connection-log';
import type { Connection } from '../accounts/connection.state';
import { SimulatedAccess } from '../sandbox/simulated-access';
import { BoardInspection, type Finding } from './board-inspection';
import { localVerdict, verdictOf } from './judge-board';
import type { Verdict } from './verdict';
import { VerdictStore, type KeptFinding, type KnownFinding } from './board-verdict.store';

export interface BoardQuestion {
  readonly accountId: string;
  readonly boardId: string;
  /** Ask the platform, whatever is known. */
  readonly fresh?: boolean;
  /** A look at the log's head that the caller has already taken. */
  readonly head?: bigint;
}

const keptAtMost = 10_000;
const goodForMs = 300_000;
const badForMs = 60_000;

/** Whether an account may publish on a board; a good answer holds for 5 minutes, a bad one for 1, here and in the table all processes share. */
@Injectable()
export class BoardAccess {
  private readonly recent = new LRUCache<string, KeptFinding>({ max: keptAtMost });
  private readonly asking = new Map<string, Promise<Verdict>>();

  constructor(
    private readonly log: ConnectionLog,
    private readonly store: VerdictStore,
    private readonly inspection: BoardInspection,
    private readonly simulated: SimulatedAccess,
  ) {}

  /** Throws `NotFound` for an absent account; whose it is, is the caller's to check. Everything else is in the verdict. */
  async check({ accountId, boardId, fresh = false, head }: BoardQuestion): Promise<Verdict> {
    const connection = await this.log.find(accountId, head);
    if (!connection) throw new NotFound('Account');
    if (connection.simulated) return this.simulated.check(connection, boardId, this.log.now(), head);
    const local = localVerdict(connection, boardId, this.log.now());
    if (local) return local;
    const key = `${accountId} ${boardId}`;
    const recent = fresh ? undefined : this.recent.get(key);
    if (recent && this.holds(recent, connection)) return this.repeat(recent, connection, boardId);
    return this.once(`${key} ${fresh} ${connection.consentedAt}`, () => this.look(connection, boardId, fresh));
  }

  private async look(connection: Connection, boardId: string, fresh: boolean): Promise<Verdict> {
    const known = await this.store.find(connection, boardId);
    if (!fresh && known.kept && this.holds(known.kept, connection)) {
      this.recent.set(`${connection.accountId} ${boardId}`, known.kept);
      return this.repeat(known.kept, connection, boardId);
    }
    const checkedAt = this.log.now().toISOString();
    const found = deletedIfSeen(await this.inspection.inspect(connection, boardId), known.seenBefore);
    if (isKept(found)) await this.keep(connection, boardId, found, checkedAt);
    const source = found.kind === 'unknown' ? 'local' : 'platform';
    return verdictOf(found, { accountId: connection.accountId, boardId, checkedAt, source });
  }

  private async keep(connection: Connection, boardId: string, finding: KnownFinding, checkedAt: string): Promise<void> {
    const key = `${connection.accountId} ${boardId}`;
    const present = this.recent.get(key);
    // Answers may overtake one another; the question asked last is the one that counts.
    if (!present || present.checkedAt <= checkedAt) this.recent.set(key, { finding, consentedAt: connection.consentedAt, checkedAt });
    await this.store.keep(connection, boardId, finding, checkedAt);
  }

  private holds({ finding, consentedAt, checkedAt }: KeptFinding, connection: Connection): boolean {
    const age = this.log.now().getTime() - Date.parse(checkedAt);
    return consentedAt === connection.consentedAt && age < (finding.kind === 'usable' ? goodForMs : badForMs);
  }

  private repeat({ finding, checkedAt }: KeptFinding, { accountId }: Connection, boardId: string): Verdict {
    return verdictOf(finding, { accountId, boardId, checkedAt, source: 'cache' });
  }

  private once(key: string, work: () => Promise<Verdict>): Promise<Verdict> {
    const asking = this.asking.get(key);
    if (asking) return asking;
    const asked = work().finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }
}

function deletedIfSeen(finding: Finding, seenBefore: boolean): Finding {
  return finding.kind === 'refused' && finding.code === 'board_not_found' && seenBefore
    ? { kind: 'refused', code: 'board_deleted' }
    : finding;
}

/** What the account's own stream tells is asked anew each time. */
function isKept(finding: Finding): finding is KnownFinding {
  if (finding.kind === 'usable') return true;
  return finding.kind === 'refused' && !['token_expired', 'token_revoked', 'account_revoked'].includes(finding.code);
}
