import type { Candidate } from '@pps/pins';
import type { QueueRow } from '@pps/pins';

export interface GrantRow extends Candidate {
  offeredAt: number;
  claimedAt: number | null;
}

/** The table of grants, in memory. */
export class GrantTable {
  /** Not claimed yet, the one first whose last offer is the longest ago. */
  readonly unclaimed = new Set<GrantRow>();
  /** When a grant of the account was dropped last. */
  readonly droppedAt = new Map<string, number>();
  private readonly grants = new Map<string, GrantRow>();
  private readonly onBoard = new Map<string, Set<GrantRow>>();

  constructor(private readonly rowOf: (pinId: string) => QueueRow | undefined) {}

  give(candidate: Candidate, now: number): boolean {
    const key = keyOf(candidate);
    if (this.grants.has(key)) return false;
    const grant: GrantRow = { ...candidate, offeredAt: now, claimedAt: null };
    this.grants.set(key, grant);
    this.unclaimed.add(grant);
    const board = boardOf(grant);
    const granted = this.onBoard.get(board);
    if (granted) granted.add(grant);
    else this.onBoard.set(board, new Set([grant]));
    return true;
  }

  offeredAgain(grant: GrantRow, now: number): void {
    grant.offeredAt = now;
    this.unclaimed.delete(grant);
    this.unclaimed.add(grant);
  }

  /** What the unclaimed grants of each account are going to spend. */
  unclaimedCosts(): Map<string, number> {
    const costs = new Map<string, number>();
    for (const { accountId, cost } of this.unclaimed) costs.set(accountId, (costs.get(accountId) ?? 0) + cost);
    return costs;
  }

  claimable(pinId: string, attempt: number): GrantRow | undefined {
    const grant = this.grants.get(keyOf({ pinId, attempt }));
    return grant?.claimedAt === null ? grant : undefined;
  }

  claim(grant: GrantRow, now: number): void {
    grant.claimedAt = now;
    this.unclaimed.delete(grant);
  }

  /** The grant of an attempt that ended without a claim. */
  close(pinId: string, attempt: number, now: number): void {
    const grant = this.claimable(pinId, attempt);
    if (grant) this.claim(grant, now);
  }

  /** A grant that no attempt will claim any more. */
  drop(pinId: string, attempt: number, now: number): GrantRow | undefined {
    const grant = this.claimable(pinId, attempt);
    if (!grant) return undefined;
    this.droppedAt.set(grant.accountId, now);
    this.unclaimed.delete(grant);
    this.remove(grant);
    return grant;
  }

  /** Of an attempt that has ended; an unclaimed one stays until it is dropped. */
  forget(pinId: string, attempt: number): void {
    const grant = this.grants.get(keyOf({ pinId, attempt }));
    if (!grant || grant.claimedAt === null) return;
    this.remove(grant);
  }

  private remove(grant: GrantRow): void {
    const board = boardOf(grant);
    const granted = this.onBoard.get(board);
    granted?.delete(grant);
    if (granted?.size === 0) this.onBoard.delete(board);
    this.grants.delete(keyOf(grant));
  }

  /** Whether no next attempt is granted of the pins of its board, its own included. */
  leavesFree(row: QueueRow): boolean {
    const granted = this.onBoard.get(`${row.account_id}/${row.board_id}`);
    if (!granted) return true;
    for (const grant of granted) {
      const other = this.rowOf(grant.pinId);
      if (other?.phase === 'ready' && other.starts + 1 === grant.attempt) return false;
    }
    return true;
  }
}

const keyOf = ({ pinId, attempt }: Pick<Candidate, 'pinId' | 'attempt'>): string => `${pinId} ${attempt}`;
const boardOf = ({ accountId, boardId }: Candidate): string => `${accountId}/${boardId}`;
