import { decode, type RecordedFact } from '@pps/event-store';
import { candidateOf, nextRow, type DueRead, readsPerProject, type OpenCall, type QueueRow, type StartablePins } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import type { ChangedAccount } from '@pps/pins/testing';
import { GrantTable } from './grant-table';
import { WaitingPins } from './waiting-pins';

const rowsAtMost = 200;

/** The read model that pacing and its timers ask, in memory; the questions are those of the SQL. */
export class VirtualQueue {
  readonly rows = new Map<string, QueueRow>();
  readonly grants = new GrantTable((pinId) => this.rows.get(pinId));
  /** Accounts that publish only after a new consent of their user, as the read model knows them. */
  private readonly needsConsent = new Set<string>();
  private readonly pins = new WaitingPins();
  private readonly inPhase = { attempting: new Set<QueueRow>(), unknown: new Set<QueueRow>() };

  /** Pins that wait for another attempt. */
  private readonly deferred = new Set<QueueRow>();

  /** `changed` is called with an account of which pins wait and something changed. */
  constructor(private readonly changed: (account: ChangedAccount) => void) {}

  /** Pins that wait for a grant. */
  get waiting(): number {
    return this.pins.count;
  }

  take(recorded: RecordedFact): void {
    const fact = decode(pinStream, recorded);
    if (!fact || fact.type === 'PinAbandoned') return;
    const pinId = fact.stream.slice('pin-'.length);
    const row = this.rows.get(pinId) ?? null;
    if (row && fact.revision <= row.revision) return;
    const following = nextRow(row, fact);
    // Nobody asks for a failed one until it is retried, which nobody does here.
    const next = following?.phase === 'failed' ? null : following;
    if (row) this.leave(row);
    if (next) this.enter(next);
    if (row) this.grants.forget(pinId, next ? next.starts - 1 : row.starts);
    for (const each of [row, next]) if (each) this.noteChange(each.account_id);
  }

  /** As the read model does with what the account's own facts say. */
  holdBack(accountId: string, needsConsent: boolean): void {
    if (needsConsent) this.needsConsent.add(accountId);
    else this.needsConsent.delete(accountId);
    this.noteChange(accountId);
  }

  /** Accounts of which pins wait. */
  *accounts(): Generator<ChangedAccount> {
    for (const [accountId, { projectId, waiting }] of this.pins.accounts) if (waiting > 0) yield { accountId, projectId, simulated: false };
  }

  startable(accounts: readonly string[], perAccount: number, wall: string): StartablePins[] {
    return accounts.map((accountId) => {
      const pins = [...this.pins.startable(accountId, this.isFree, wall)].sort(oldestFirst).slice(0, perAccount).map(candidateOf);
      const waits = (this.pins.accounts.get(accountId)?.waiting ?? 0) > 0;
      const nextDueAt = pins.length === 0 ? this.pins.nextDueAt(accountId, wall) : null;
      return { accountId, waits, needsConsent: this.isHeldBack(accountId), hasVideos: false, nextDueAt, pins };
    });
  }

  isHeldBack(accountId: string): boolean {
    return this.needsConsent.has(accountId);
  }

  /** Whether any pin of the account may start. */
  mayStart(accountId: string, wall: string): boolean {
    return !this.pins.startable(accountId, this.isFree, wall).next().done;
  }

  overdue(before: string): OpenCall[] {
    return [...this.inPhase.attempting]
      .filter(({ deadline }) => deadline !== null && deadline < before)
      .sort((a, b) => compare(a.deadline, b.deadline))
      .slice(0, rowsAtMost)
      .map((row) => ({ pinId: row.pin_id, attempt: row.starts }));
  }

  givenUp(wall: string): string[] {
    const late = [...this.deferred].filter(({ give_up_at }) => give_up_at !== null && give_up_at < wall);
    return late.slice(0, rowsAtMost).map(({ pin_id }) => pin_id);
  }

  boardReadsDue(wall: string): DueRead[] {
    return [...this.inPhase.unknown]
      .filter(({ next_look_at }) => next_look_at !== null && next_look_at <= wall)
      .sort((a, b) => compare(a.next_look_at, b.next_look_at))
      .filter(firstOfEachProject(readsPerProject))
      .slice(0, rowsAtMost)
      .map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.next_look_at ?? '' }));
  }

  private noteChange(accountId: string): void {
    const account = this.pins.accounts.get(accountId);
    if (account && account.waiting > 0) this.changed({ accountId, projectId: account.projectId, simulated: false });
  }

  private readonly isFree = (row: QueueRow): boolean => this.grants.leavesFree(row);

  private enter(row: QueueRow): void {
    this.rows.set(row.pin_id, row);
    this.pins.enter(row);
    if (row.phase === 'ready' && row.starts > 0) this.deferred.add(row);
    if (row.phase === 'attempting' || row.phase === 'unknown') this.inPhase[row.phase].add(row);
  }

  private leave(row: QueueRow): void {
    this.rows.delete(row.pin_id);
    this.pins.leave(row);
    this.deferred.delete(row);
    if (row.phase === 'attempting' || row.phase === 'unknown') this.inPhase[row.phase].delete(row);
  }
}

const oldestFirst = (a: QueueRow, b: QueueRow): number => Number(a.queue_position) - Number(b.queue_position);
const compare = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1);

/** Lets pass the first so many rows of each project. */
function firstOfEachProject(count: number): (row: QueueRow) => boolean {
  const passed = new Map<string, number>();
  return ({ project_id }) => {
    passed.set(project_id, (passed.get(project_id) ?? 0) + 1);
    return (passed.get(project_id) ?? 0) <= count;
  };
}
