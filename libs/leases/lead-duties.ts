import { ConditionVariable, pause, whenAborted } from '@pps/concurrency';
import { ForeignCheckpoint, SharedCommits, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { GivenDuties } from './given-duties';
import { LeaseRenewals } from './lease-renewals';
import { beginTerm, type Leadership, type LeaseTerm } from './lease-term';
import { leaveContenders, offerLeases, readDutyHolders, releaseLease, takeLeases, type TakenLease } from './lease.store';
import { shareDuties, type Contender } from './share-duties.policy';

/** Something exactly one host does at a time, under a lease of this name. */
export interface Duty {
  readonly name: string;
  readonly run: (leadership: Leadership) => Promise<void>;
}

export interface LeadDutiesOptions {
  readonly db: Database;
  /** Hosts of one kind share their duties. */
  readonly kind: string;
  readonly duties: readonly Duty[];
  /** Shared by the hosts of a process, one of each kind; of its own by default. */
  readonly renewals?: LeaseRenewals;
  readonly onError: (error: unknown, duty?: string) => void;
}

const askEveryMs = 500;
const longestWaitMs = 60_000;
/** For so long other hosts are not asked to give up a duty whose work has just failed here; if nobody leads it, it is led. */
const failedForMs = 60_000;

/**
 * Leads each of the duties whenever no other host does, until `signal` aborts; living hosts of one kind lead equally many of them, or one more.
 *
 * A lease is for 4 s on the database's clock and is renewed every second; the work's signal aborts a second before one that could not be renewed
 * expires. Another host takes over within 5 s. Where others lead less, duties are given up for them: the work's signal aborts, and when the work has
 * ended the lease is free for the other host, after 2 s for anybody. Work that fails, other than by throwing its aborted signal's reason, is begun
 * again, except after `ForeignCheckpoint`: then this host renews the lease and does nothing else until it ends.
 */
export async function leadDuties(options: LeadDutiesOptions, signal: AbortSignal): Promise<void> {
  // A host has a term for each duty, and one signal for all.
  setMaxListeners(0, signal);
  await new DutyLeader(options, signal).lead();
}

class DutyLeader {
  private readonly holder = randomUUID();
  private readonly duties: ReadonlyMap<string, Duty>;
  private readonly renewals: LeaseRenewals;
  private readonly terms = new Map<string, LeaseTerm>();
  private readonly ending = new Set<Promise<void>>();
  private readonly refused = new Set<string>();
  private readonly termEnded = new ConditionVariable();
  private readonly failedAt = new Map<string, number>();
  private readonly given = new GivenDuties();
  private isSharing = false;

  constructor(
    private readonly options: LeadDutiesOptions,
    private readonly signal: AbortSignal,
  ) {
    this.duties = new Map(options.duties.map((duty) => [duty.name, duty]));
    this.renewals = options.renewals ?? new LeaseRenewals(new SharedCommits(options.db));
    this.renewals.watch(options.kind, (contenders) => void this.share(contenders));
  }

  async lead(): Promise<void> {
    const { db, onError } = this.options;
    while (!this.signal.aborted) {
      await this.takeFree().catch((error: unknown) => onError(error));
      await this.waitWhileAllLed();
      await pause(askEveryMs, this.signal);
    }
    // First, or others would give up for this host what they take over from it.
    await leaveContenders(db, this.holder).catch(() => undefined);
    await Promise.all(this.ending);
  }

  /** Nothing is asked for by who leads everything. */
  private async waitWhileAllLed(): Promise<void> {
    while (!this.signal.aborted && this.terms.size === this.duties.size) await this.termEnded.wait(longestWaitMs, this.signal);
  }

  private async takeFree(): Promise<void> {
    const { db, kind } = this.options;
    const now = performance.now();
    const sinceFailure = (name: string) => now - (this.failedAt.get(name) ?? -Infinity);
    const others = [...this.duties.keys()].filter((name) => !this.terms.has(name) && !this.refused.has(name));
    // What failed here a moment ago another host tries first.
    const duties = others.filter((name) => sinceFailure(name) >= askEveryMs);
    if (duties.length === 0) return;
    const wanted = others.filter((name) => sinceFailure(name) >= failedForMs);
    const leases = await takeLeases(db, { holder: this.holder, kind, duties, wanted });
    if (this.signal.aborted) await Promise.all(leases.map((lease) => releaseLease(db, lease, null)));
    else for (const lease of leases) this.begin(lease);
  }

  private begin(lease: TakenLease): void {
    const { db, onError } = this.options;
    const { duty: name, wasOffered, lastHolder } = lease;
    const duty = this.duties.get(name);
    if (!duty) return;
    // Otherwise the receiver has given it to somebody else meanwhile.
    const mayBeReceivers = (receiver: string) => lastHolder === receiver || lastHolder === this.holder;
    if (!wasOffered) this.given.noteReturn(name, mayBeReceivers);
    const term = beginTerm({ db, renewals: this.renewals }, lease, this.signal, (leadership) => this.workUnlessRefused(duty, leadership));
    this.terms.set(name, term);
    const ended: Promise<void> = term.ended
      .catch((error: unknown) => {
        this.failedAt.set(name, performance.now());
        onError(error, name);
      })
      .finally(() => {
        this.terms.delete(name);
        this.ending.delete(ended);
        this.termEnded.notifyAll();
      });
    this.ending.add(ended);
  }

  private async workUnlessRefused({ name, run }: Duty, leadership: Leadership): Promise<void> {
    await run(leadership).catch(async (error: unknown) => {
      if (!(error instanceof ForeignCheckpoint)) throw error;
      this.refused.add(name);
      this.options.onError(error, name);
      await whenAborted(leadership.signal);
    });
  }

  /** Gives up what others should lead; what could not be asked is asked again after the next renewal. */
  private async share(contenders: readonly Contender[]): Promise<void> {
    if (this.isSharing || this.signal.aborted) return;
    this.isSharing = true;
    try {
      await this.giveTo(contenders.filter(({ holder }) => holder !== this.holder));
    } catch {
      // The database was away, or busy for too long.
    } finally {
      this.isSharing = false;
    }
  }

  private async giveTo(others: readonly Contender[]): Promise<void> {
    const { db } = this.options;
    const takers = others.filter(({ holder }) => this.given.mayTake(holder));
    if (takers.length === 0) return;
    const holders = await readDutyHolders(db);
    const known = new Set([...this.duties.keys(), ...takers.flatMap(({ wanted }) => wanted)]);
    const led = holders
      .filter(({ duty }) => known.has(duty))
      .map(({ duty, holder }) => ({ duty, holder: (holder === this.holder && this.terms.get(duty)?.givenTo()) || holder }));
    const moves = shareDuties(led, takers).filter(({ from, duty }) => {
      const term = this.terms.get(duty);
      return from === this.holder && term?.givenTo() === null && !this.refused.has(duty);
    });
    if (moves.length === 0) return;
    await offerLeases(db, this.holder, moves);
    for (const { duty, to } of moves) {
      const term = this.terms.get(duty);
      if (!term) continue;
      term.giveUp(to);
      void term.ended.catch(() => undefined).then(() => this.given.note(duty, to));
    }
  }
}
