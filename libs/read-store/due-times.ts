import { linkAbort, pause, whenAborted } from '@pps/concurrency';
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
  /**
   * Whether `due` tells of all that the loop does. Then what these have projected has it asked at once, by a short statement of its own, and costs a
   * round only where something is due; else each costs a round.
   */
  readonly isWhole?: boolean;
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
 * many loops it has, and work that no projection tells of is found about a second later. Only a loop that is whole asks by itself, when something was projected.
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
   * The wait of one loop. It returns as soon as one of the projections has projected facts; where the loop is whole, only if something is due then. Else, while something is due, after `ms` milliseconds at
   * most; while nothing is, as soon as something is known to be, and after 30 s at most.
   */
  loop({ due, projections, pauseMs, isWhole = false }: QuietLoop): LoopWait {
    this.questions.add(due);
    const wait = this.progress.loop(projections, pauseMs);
    let dueAt = -Infinity;
    let asking: Promise<void> | undefined;
    const answered = (answers: ReadonlyMap<string, number | null>) => {
      const ms = answers.get(due);
      dueAt = performance.now() + (ms === undefined ? 0 : (ms ?? Infinity));
      asking = undefined;
    };
    const ask = () => {
      const asked: Promise<void> = (asking ??= this.ask().then((answers) => void (asking === asked && answered(answers))));
      return asked;
    };
    const askAtOnce = () => {
      // Of a question that is under way the answer may be older than what was projected: it is not listened to.
      const asked: Promise<void> = (asking = this.answersTo([due])
        .catch(() => new Map<string, number | null>())
        .then((answers) => void (asking === asked && answered(answers))));
      return asked;
    };
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
      const until = performance.now() + roundEveryMs;
      const aborted = whenAborted(turn.signal);
      for (let leftMs = roundEveryMs; leftMs > 0 && !turn.signal.aborted; leftMs = until - performance.now()) {
        await wait(leftMs, turn.signal);
        if (!isWhole || turn.signal.aborted) break;
        await Promise.race([askAtOnce(), aborted]);
        if (dueAt <= performance.now()) break;
      }
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
    try {
      const answers = await this.answersTo([...this.questions]);
      this.isFailing = false;
      return answers;
    } catch (error) {
      if (!this.isFailing && this.progress.isListening()) this.onFailure(error);
      this.isFailing = true;
      return new Map();
    }
  }

  private async answersTo(questions: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
    const expressions = questions.map((due) => `(${due.replaceAll(':now', '$1::timestamptz')})::float8`);
    const all = `select array[${expressions.join(', ')}] as due`;
    const asked = this.progress.read<{ due: (number | null)[] }>(all, all.includes('$1') ? [this.clock()] : []);
    const [row] = await asked;
    return new Map(row?.due.map((ms, index) => [questions[index] ?? '', ms]));
  }
}
