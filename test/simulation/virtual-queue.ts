import type { RecordedFact } from '@pps/event-store';
import type { Candidate, DueLook, OpenCall, WaitingAccount } from '@pps/pins';
import { nextRow, type QueueRow } from '@projections/publish_queue/queue-row';

export interface GrantRow extends Candidate {
  readonly grantedAt: number;
  offeredAt: number;
  claimedAt: number | null;
}

type Phase = QueueRow['phase'];

interface Ready {
  readonly row: QueueRow;
  readonly position: number;
  readonly board: string;
  readonly grant: string;
}

const boardOf = (row: Pick<QueueRow, 'account_id' | 'board_id'>): string => `${row.account_id}/${row.board_id}`;

/** The read model that pacing asks and the table of grants beside it, in memory; the questions are those of the SQL. */
export class VirtualQueue {
  readonly rows = new Map<string, QueueRow>();
  readonly grants = new Map<string, GrantRow>();
  readonly unclaimed = new Set<GrantRow>();
  private readonly ready = new Map<string, Ready[]>();
  private readonly inPhase = new Map<Phase, Set<string>>();
  private readonly attempting = new Map<string, Set<string>>();
  private readonly doubted = new Map<string, Set<string>>();
  private readonly grantedOn = new Map<string, Set<GrantRow>>();

  /** Pins that wait for their turn. */
  get waiting(): number {
    return this.inPhase.get('ready')?.size ?? 0;
  }

  take(fact: RecordedFact): void {
    const pinId = fact.stream.slice('pin-'.length);
    const row = this.rows.get(pinId) ?? null;
    if (row && fact.revision <= row.revision) return;
    const next = nextRow(row, fact);
    if (row) this.leave(row);
    if (next) this.enter(next);
    else this.rows.delete(pinId);
    // Nobody asks for an earlier attempt again.
    if (row) this.grants.delete(`${pinId} ${next ? next.starts - 1 : row.starts}`);
  }

  accounts(after: string | null, limit: number): WaitingAccount[] {
    const waiting = [...this.ready].filter(([accountId, rows]) => rows.length > 0 && (after === null || accountId > after));
    const sorted = waiting.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit);
    return sorted.map(([accountId, [first]]) => ({ accountId, projectId: (first as Ready).row.project_id, simulated: false }));
  }

  candidates(accounts: readonly string[], perAccount: number, wall: string): Candidate[] {
    const found: Candidate[] = [];
    for (const accountId of accounts) {
      const boards = new Set<string>();
      for (const each of this.ready.get(accountId) ?? []) {
        if (boards.size === perAccount) break;
        if (boards.has(each.board) || !this.mayStart(each, wall)) continue;
        boards.add(each.board);
        found.push(candidateOf(each.row));
      }
    }
    return found;
  }

  give(candidate: Candidate, now: number): boolean {
    const key = `${candidate.pinId} ${candidate.attempt}`;
    if (this.grants.has(key)) return false;
    const grant: GrantRow = { ...candidate, grantedAt: now, offeredAt: now, claimedAt: null };
    this.grants.set(key, grant);
    this.unclaimed.add(grant);
    add(this.grantedOn, `${grant.accountId}/${grant.boardId}`, grant);
    return true;
  }

  claimable(pinId: string, attempt: number): GrantRow | undefined {
    const grant = this.grants.get(`${pinId} ${attempt}`);
    return grant?.claimedAt === null ? grant : undefined;
  }

  claim(grant: GrantRow, now: number): void {
    grant.claimedAt = now;
    this.unclaimed.delete(grant);
  }

  drop(pinId: string, attempt: number): void {
    const grant = this.claimable(pinId, attempt);
    if (!grant) return;
    this.unclaimed.delete(grant);
    this.grants.delete(`${pinId} ${attempt}`);
    this.grantedOn.get(`${grant.accountId}/${grant.boardId}`)?.delete(grant);
  }

  overdue(before: string): OpenCall[] {
    return this.of('attempting')
      .filter(({ deadline }) => deadline !== null && deadline < before)
      .map((row) => ({ pinId: row.pin_id, attempt: row.starts }));
  }

  looksDue(wall: string): DueLook[] {
    return this.of('unknown')
      .filter(({ next_look_at }) => next_look_at !== null && next_look_at <= wall)
      .slice(0, 200)
      .map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.next_look_at ?? '' }));
  }

  private of(phase: Phase): QueueRow[] {
    return [...(this.inPhase.get(phase) ?? [])].map((pinId) => this.rows.get(pinId) as QueueRow);
  }

  private mayStart({ row, board, grant: key }: Ready, wall: string): boolean {
    if ((this.attempting.get(board)?.size ?? 0) > 0) return false;
    if (row.starts > 0 && row.ready_at > wall) return false;
    if (this.grants.has(key)) return false;
    if (this.doubted.size > 0 && (this.doubted.get(`${board} ${row.fingerprint}`)?.size ?? 0) > 0) return false;
    const granted = this.grantedOn.get(board);
    if (!granted) return true;
    for (const grant of granted) {
      const other = this.rows.get(grant.pinId);
      if (other?.phase === 'ready' && other.starts + 1 === grant.attempt) return false;
      if (!other || other.starts >= grant.attempt) granted.delete(grant);
    }
    return true;
  }

  private enter(row: QueueRow): void {
    this.rows.set(row.pin_id, row);
    add(this.inPhase, row.phase, row.pin_id);
    if (row.phase === 'attempting') add(this.attempting, boardOf(row), row.pin_id);
    if (row.phase === 'unknown') add(this.doubted, `${boardOf(row)} ${row.fingerprint}`, row.pin_id);
    if (row.phase !== 'ready') return;
    const rows = this.ready.get(row.account_id) ?? [];
    const position = Number(row.queue_position);
    let index = rows.length;
    while (index > 0 && (rows[index - 1] as Ready).position > position) index -= 1;
    rows.splice(index, 0, { row, position, board: boardOf(row), grant: `${row.pin_id} ${row.starts + 1}` });
    this.ready.set(row.account_id, rows);
  }

  private leave(row: QueueRow): void {
    this.inPhase.get(row.phase)?.delete(row.pin_id);
    if (row.phase === 'attempting') this.attempting.get(boardOf(row))?.delete(row.pin_id);
    if (row.phase === 'unknown') this.doubted.get(`${boardOf(row)} ${row.fingerprint}`)?.delete(row.pin_id);
    if (row.phase !== 'ready') return;
    const rows = this.ready.get(row.account_id);
    rows?.splice(
      rows.findIndex((ready) => ready.row === row),
      1,
    );
  }
}

function add<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

const candidateOf = (row: QueueRow): Candidate => ({
  pinId: row.pin_id,
  attempt: row.starts + 1,
  projectId: row.project_id,
  accountId: row.account_id,
  boardId: row.board_id,
  fingerprint: row.fingerprint,
  cost: row.cost,
  simulated: row.simulated,
  needsUpload: row.needs_upload,
});
