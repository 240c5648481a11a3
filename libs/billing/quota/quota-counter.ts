import { Injectable } from '@nestjs/common';
import { CommandRunner, WrongRevision, type Origin, type Outcome } from '@pps/event-store';
import { consumeQuota, type QuotaState } from './quota.decider';
import type { QuotaEntry, QuotaFact } from './quota.events';
import { quotaStream, quotaStreamId } from './quota.stream';

export interface QuotaAsk {
  readonly projectId: string;
  readonly epoch: number;
  readonly month: string;
  readonly limit: number;
  readonly entry: QuotaEntry;
  readonly origin: Origin;
}

export interface QuotaAnswer {
  readonly granted: boolean;
  /** Units used in the month after this answer. */
  readonly used: number;
}

interface Waiting extends QuotaAsk {
  readonly resolve: (answer: QuotaAnswer) => void;
  readonly reject: (error: unknown) => void;
}

const entriesPerFact = 100;
/** So long a month is asked for again when other processes were first every time. */
const patienceMs = 10_000;

/** Consumes units of a project's month; requests that arrive while an append is under way share the next one. */
@Injectable()
export class QuotaCounter {
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly runner: CommandRunner) {}

  /** Takes the entry's units, or answers that they do not fit under the limit. Throws `StoreUnavailable`. */
  consume(ask: QuotaAsk): Promise<QuotaAnswer> {
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

  /** Takes the units of all entries or of none. Throws `StoreUnavailable`. */
  async consumeAll(ask: Omit<QuotaAsk, 'entry'>, entries: readonly QuotaEntry[]): Promise<QuotaAnswer> {
    const id = quotaStreamId(ask.projectId, ask.epoch, ask.month);
    const asked = entries.map((entry) => ({ entry, limit: ask.limit }));
    const { state, facts } = await this.decided(id, ask.origin, (known) => {
      const decided = consumeQuota(asked, known);
      const taken = decided.flatMap((fact) => (fact.type === 'QuotaConsumed' ? fact.data.entries : []));
      return taken.length === entries.length ? decided : [];
    });
    return { granted: facts.length > 0, used: state.used };
  }

  /** Units used in the month, as this process knows it: exact right after a `consume`. */
  async used(projectId: string, epoch: number, month: string): Promise<number> {
    return (await this.runner.load(quotaStream, quotaStreamId(projectId, epoch, month))).state.used;
  }

  private async drain(id: string): Promise<void> {
    for (;;) {
      const batch = this.waiting.get(id)?.splice(0, entriesPerFact) ?? [];
      if (batch.length === 0) break;
      await this.consumeTogether(id, batch).catch((error: unknown) => {
        for (const ask of batch) ask.reject(error);
      });
    }
    this.waiting.delete(id);
  }

  private async consumeTogether(id: string, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const { state, facts } = await this.decided(id, first.origin, (known) => consumeQuota(batch, known));
    const granted = new Set(
      facts.flatMap((fact) => (fact.type === 'QuotaConsumed' ? fact.data.entries.map((entry) => entry.entryId) : [])),
    );
    for (const ask of batch) ask.resolve({ granted: granted.has(ask.entry.entryId), used: state.used });
  }

  /** However many processes write to the month: a lost race says nothing about what fits. */
  private async decided(
    id: string,
    origin: Origin,
    decide: (state: QuotaState) => readonly QuotaFact[],
  ): Promise<Outcome<QuotaState, QuotaFact>> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      try {
        return await this.runner.run(quotaStream, id, origin, decide);
      } catch (error) {
        if (!(error instanceof WrongRevision) || performance.now() > deadline) throw error;
      }
    }
  }
}
