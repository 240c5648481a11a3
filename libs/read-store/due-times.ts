import { linkAbort, pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProgressListener } from './progress';

export interface QuietLoop {
  /**
   * An SQL expression, with no parameter but `:now` (the process's clock): milliseconds until the loop has something to do, 0 or less while it has,
   * null while nothing is known. It reads a few rows of indexes.
   */
  readonly due: string;
  /** Facts that these have projected wake the loop; none: only `due` does. */
  readonly projections: readonly string[];
  /** Between two rounds at least, so that constant progress costs one round per pause and not one per fact. */
  readonly pauseMs: number;
}

/** Waits between two rounds of a loop; a signal that aborts ends it. */
export type LoopWait = (ms: number, signal: AbortSignal) => Promise<void>;

const askEveryMs = 1_000;
/** What takes too long, or has a fault, would only add to the load. */
const askFailingEveryMs = 10_000;
/** However quiet it is, each loop has a round so often: nothing rests on what was asked alone. */
const roundEveryMs = 30_000;

/**
 * The waits of those loops of a process that look for work in the database. One that has something to do goes round as often as it wants to; one
 * that has nothing rests, and one statement a second asks for all of them whether they have. So a service that nobody uses asks once a second, however
 * many loops it has, and work that no projection tells of is found about a second later.
 */
export class DueTimes {
  private readonly questions = new Set<string>();
  private next: Promise<ReadonlyMap<string, number | null>> | undefined;
  private askedAt = -Infinity;
  private isFailing = false;
  private readonly onDeaf = new Set<() => void>();

  constructor(
    private readonly progress: Pick<ProgressListener, 'loop' | 'isListening' | 'read' | 'observe'>,
    private readonly clock: Clock,
    /** Told once of each time that a connection listens and nothing could be asked. */
    private readonly onFailure: (error: unknown) => void = () => undefined,
  ) {
    // What was projected while nobody listened told nobody.
    const deaf = () => this.onDeaf.forEach((look) => look());
    progress.observe(() => undefined, deaf);
  }

  /**
   * The wait of one loop. It returns as soon as one of the projections has projected facts. Else, while something is due, after `ms` milliseconds at
   * most; while nothing is, as soon as something is known to be, and after 30 s at most.
   */
  loop({ due, projections, pauseMs }: QuietLoop): LoopWait {
    this.questions.add(due);
    const wait = this.progress.loop(projections, pauseMs);
    let dueAt = -Infinity;
    let asking: Promise<void> | undefined;
    const ask = () =>
      (asking ??= this.ask().then((answers) => {
        const ms = answers.get(due);
        dueAt = performance.now() + (ms === undefined ? 0 : (ms ?? Infinity));
        asking = undefined;
      }));
    const endWhenDue = async (turn: { readonly signal: AbortSignal; abort(): void }) => {
      while (!turn.signal.aborted && this.progress.isListening()) {
        const leftMs = dueAt - performance.now();
        if (leftMs > askEveryMs) await ask();
        else if (leftMs > 0) await pause(leftMs, turn.signal);
        else break;
      }
      turn.abort();
    };
    return async (ms, signal) => {
      void ask();
      if (!this.progress.isListening() || dueAt <= performance.now()) return wait(ms, signal);
      const turn = linkAbort(signal);
      this.onDeaf.add(turn.abort);
      void endWhenDue(turn);
      await wait(roundEveryMs, turn.signal);
      this.onDeaf.delete(turn.abort);
      turn.abort();
      turn.release();
    };
  }

  /** Joins the next statement, which is sent a second after the one before. Without an answer nothing is known: then everything may be due. */
  private ask(): Promise<ReadonlyMap<string, number | null>> {
    return (this.next ??= this.askAll());
  }

  private async askAll(): Promise<ReadonlyMap<string, number | null>> {
    await delay(Math.max(0, this.askedAt + (this.isFailing ? askFailingEveryMs : askEveryMs) - performance.now()), undefined, {
      ref: false,
    });
    this.askedAt = performance.now();
    // Whoever asks from now on joins the one after.
    this.next = undefined;
    const questions = [...this.questions];
    const expressions = questions.map((due) => `(${due.replaceAll(':now', '$1::timestamptz')})::float8`);
    const all = `select array[${expressions.join(', ')}] as due`;
    const asked = this.progress.read<{ due: (number | null)[] }>(all, all.includes('$1') ? [this.clock()] : []);
    try {
      const [row] = await asked;
      this.isFailing = false;
      return new Map(row?.due.map((ms, index) => [questions[index] ?? '', ms]));
    } catch (error) {
      if (!this.isFailing && this.progress.isListening()) this.onFailure(error);
      this.isFailing = true;
      return new Map();
    }
  }
}
