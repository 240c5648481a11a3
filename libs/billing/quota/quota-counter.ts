import { forAsLongAs, retry } from '@pps/concurrency';
import { Streams, WrongRevision, type Origin, type Outcome } from '@pps/event-store';
import { reserveUnits, type QuotaState, type QuotaEntry, type QuotaFact, quotaStream, quotaStreamId } from './quota.stream';
import type { Plan } from '../subscription/plans';

interface QuotaRequest {
  readonly projectId: string;
  readonly epoch: number;
  readonly month: string;
  readonly plan: Plan;
  readonly limit: number;
  readonly entry: QuotaEntry;
  readonly origin: Origin;
}

interface QuotaResult {
  readonly reserved: boolean;
  readonly used: number;
}

interface Waiting extends QuotaRequest {
  readonly resolve: (answer: QuotaResult) => void;
  readonly reject: (error: unknown) => void;
}

const entriesPerFact = 100;
/** How long an append is retried while other processes are first every time. */
const retryForMs = 10_000;

/** Reserves units of a project's month. Requests that arrive during an append share the next one. */
export class QuotaCounter {
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly streams: Streams) {}

  /** Reserves the entry's units, if they fit under the limit. Throws `StoreUnavailable`, or `WrongRevision` after 10 s of retries. */
  reserve(ask: QuotaRequest): Promise<QuotaResult> {
    const id = quotaStreamId(ask.projectId, ask.epoch, ask.month);
    return new Promise((resolve, reject) => {
      const entry = { ...ask, resolve, reject };
      const queue = this.waiting.get(id);
      if (queue) queue.push(entry);
      else {
        this.waiting.set(id, [entry]);
        void this.drain(id);
      }
    });
  }

  /** Reserves the units of all entries or of none. Throws as `reserve` does. */
  async reserveAll(ask: Omit<QuotaRequest, 'entry'>, entries: readonly QuotaEntry[]): Promise<QuotaResult> {
    const id = quotaStreamId(ask.projectId, ask.epoch, ask.month);
    const asked = entries.map((entry) => ({ entry, plan: ask.plan, limit: ask.limit }));
    const { state, facts } = await this.appendWithRetry(id, ask.origin, (known) => {
      const decided = reserveUnits(asked, known);
      const taken = decided.flatMap((fact) => (fact.type === 'QuotaConsumed' ? fact.data.entries : []));
      return taken.length === entries.length ? decided : [];
    });
    return { reserved: facts.length > 0, used: state.used };
  }

  /** Units used in the month, as this process has loaded them: exact right after a `reserve`. */
  async readUsed(projectId: string, epoch: number, month: string): Promise<number> {
    return (await this.streams.load(quotaStream, quotaStreamId(projectId, epoch, month))).state.used;
  }

  private async drain(id: string): Promise<void> {
    for (;;) {
      const batch = this.waiting.get(id)?.splice(0, entriesPerFact) ?? [];
      if (batch.length === 0) break;
      await this.reserveTogether(id, batch).catch((error: unknown) => {
        for (const ask of batch) ask.reject(error);
      });
    }
    this.waiting.delete(id);
  }

  private async reserveTogether(id: string, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const { state, facts } = await this.appendWithRetry(id, first.origin, (known) => reserveUnits(batch, known));
    const granted = new Set(
      facts.flatMap((fact) => (fact.type === 'QuotaConsumed' ? fact.data.entries.map((entry) => entry.entryId) : [])),
    );
    for (const ask of batch) ask.resolve({ reserved: granted.has(ask.entry.entryId), used: state.used });
  }

  /** Retries while other processes append to the month first: a lost race does not mean that the units do not fit. */
  private appendWithRetry(
    id: string,
    origin: Origin,
    decide: (state: QuotaState) => readonly QuotaFact[],
  ): Promise<Outcome<QuotaState, QuotaFact>> {
    const append = () => this.streams.decide(quotaStream, id, origin, decide);
    return retry(append, {
      waitMs: forAsLongAs(retryForMs, 0),
      isTransient: (error) => error instanceof WrongRevision,
      // `decide` has waited between tries of its own.
      pause: () => Promise.resolve(),
    });
  }
}
