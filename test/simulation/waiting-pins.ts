import type { QueueRow } from '@pps/pins';

interface Waiting {
  readonly row: QueueRow;
  readonly position: number;
}

/** A board of an account: its pins that wait, oldest first, and what holds them up. */
export interface Board {
  readonly waiting: Waiting[];
  attempting: number;
  /** Pins with an unknown outcome, by fingerprint. */
  readonly unknown: Map<string, number>;
}

export interface WaitingAccount {
  readonly projectId: string;
  waiting: number;
  readonly boards: Map<string, Board>;
}

/** The pins that are not done with, by account and board, so that what a step costs does not grow with how many wait. */
export class WaitingPins {
  /** Of all accounts. */
  count = 0;
  readonly accounts = new Map<string, WaitingAccount>();

  enter(row: QueueRow): void {
    const account = this.account(row);
    const board = boardOf(account, row);
    if (row.phase === 'attempting') board.attempting += 1;
    if (row.phase === 'unknown') board.unknown.set(row.fingerprint, (board.unknown.get(row.fingerprint) ?? 0) + 1);
    if (row.phase !== 'ready') return;
    this.count += 1;
    account.waiting += 1;
    const position = Number(row.queue_position);
    let index = board.waiting.length;
    while (index > 0 && (board.waiting[index - 1] as Waiting).position > position) index -= 1;
    board.waiting.splice(index, 0, { row, position });
  }

  leave(row: QueueRow): void {
    const account = this.account(row);
    const board = boardOf(account, row);
    if (row.phase === 'attempting') board.attempting -= 1;
    if (row.phase === 'unknown') {
      const left = (board.unknown.get(row.fingerprint) ?? 0) - 1;
      if (left > 0) board.unknown.set(row.fingerprint, left);
      else board.unknown.delete(row.fingerprint);
    }
    if (row.phase !== 'ready') return;
    this.count -= 1;
    account.waiting -= 1;
    board.waiting.splice(
      board.waiting.findIndex((waiting) => waiting.row === row),
      1,
    );
  }

  /** The oldest pin of each free board that may start. */
  *startable(accountId: string, isFree: (row: QueueRow) => boolean, wall: string): Generator<QueueRow> {
    for (const { waiting, attempting, unknown } of this.accounts.get(accountId)?.boards.values() ?? []) {
      if (attempting > 0 || waiting.length === 0) continue;
      // A pin that was never started is due at once, also when the clock was set back since it was queued.
      const first = waiting.find(({ row }) => (row.starts === 0 || row.ready_at <= wall) && !unknown.has(row.fingerprint));
      if (first && isFree(first.row)) yield first.row;
    }
  }

  /** When the next of the account's pins is due that are held back until later. */
  nextDueAt(accountId: string, wall: string): Date | null {
    let next: string | null = null;
    for (const { waiting } of this.accounts.get(accountId)?.boards.values() ?? []) {
      for (const { row } of waiting)
        if (row.starts > 0 && row.ready_at > wall && (next === null || row.ready_at < next)) next = row.ready_at;
    }
    return next === null ? null : new Date(next);
  }

  private account({ account_id, project_id }: QueueRow): WaitingAccount {
    const known = this.accounts.get(account_id);
    if (known) return known;
    const account = { projectId: project_id, waiting: 0, boards: new Map<string, Board>() };
    this.accounts.set(account_id, account);
    return account;
  }
}

function boardOf({ boards }: WaitingAccount, { board_id }: QueueRow): Board {
  const known = boards.get(board_id);
  if (known) return known;
  const board = { waiting: [], attempting: 0, unknown: new Map<string, number>() };
  boards.set(board_id, board);
  return board;
}
