import { EventStoreDBClient } from '@eventstore/db-client';
import { createHash } from 'node:crypto';
import { eventHash, readCopiedEvents, type RawEvent } from './raw-events';
import { Retention } from './retention';

export interface LogComparison {
  /** Events that are equal in both, from the first on. */
  readonly events: number;
  /** SHA-256, hex, of the hashes of these events in their order. */
  readonly digest: string;
  /** What is not equal, in one line each; empty for a copy that is whole. */
  readonly differences: readonly string[];
  /** Where the positions asked for lie in the copy; only for a copy that is whole. */
  readonly positions: ReadonlyMap<bigint, TranslatedPosition>;
}

/**
 * Reads a log and its copy side by side: number, order and hash of every event, and how long streams are retained. Translates these positions of the
 * log on the way. Throws when one of them does not answer.
 */
export async function compareLogs(fromUrl: string, toUrl: string, positions: Iterable<bigint> = []): Promise<LogComparison> {
  const [source, copy] = [EventStoreDBClient.connectionString(fromUrl), EventStoreDBClient.connectionString(toUrl)];
  try {
    const translation = new PositionTranslation(positions);
    const digest = createHash('sha256');
    const [retained, retainedInCopy] = [new Retention(), new Retention()];
    const ours = readCopiedEvents(source, (event) => retained.note(event));
    const theirs = readCopiedEvents(copy, (event) => retainedInCopy.note(event));
    const { equal, difference } = await walkTogether(ours, theirs, (one, other, hash) => {
      translation.note(one.position, other.position);
      digest.update(hash);
    });
    const differences = difference === null ? retained.differencesFrom(retainedInCopy) : [difference];
    return { events: equal, digest: digest.digest('hex'), differences, positions: translation.end() };
  } finally {
    await Promise.all([source.dispose(), copy.dispose()]);
  }
}

/** Takes equal pairs to the end of both or to the first difference, and ends both readings. */
async function walkTogether(
  ours: AsyncGenerator<RawEvent>,
  theirs: AsyncGenerator<RawEvent>,
  onPair: (one: RawEvent, other: RawEvent, hash: string) => void,
): Promise<{ readonly equal: number; readonly difference: string | null }> {
  try {
    for (let equal = 0; ; equal++) {
      const [one, other] = await Promise.all([ours.next(), theirs.next()]);
      if (one.done && other.done) return { equal, difference: null };
      if (one.done) return { equal, difference: `the copy goes on behind the ${equal} events of the log` };
      if (other.done) return { equal, difference: `the copy ends after ${equal} events` };
      const hash = eventHash(one.value);
      if (hash !== eventHash(other.value)) return { equal, difference: differenceOf(equal + 1, one.value, other.value) };
      onPair(one.value, other.value, hash);
    }
  } finally {
    await Promise.all([ours.return(undefined), theirs.return(undefined)]);
  }
}

/** In one line, for an operator: which event it is, not what it holds. */
export const differenceOf = (number: number, one: RawEvent, other: RawEvent): string =>
  `event ${number} is ${nameOf(one)} in the log and ${nameOf(other)} in the copy${one.id === other.id ? ', with other content' : ''}`;

const nameOf = ({ type, id, revision, stream }: RawEvent): string => `${type} ${id} (${revision}@${stream})`;

/** Where a position of the log lies in its copy. */
export interface TranslatedPosition {
  /** Who has handled everything up to the position has handled everything up to this one, and nothing after it; -1 before the first event. */
  readonly upTo: bigint;
  /** Where the event at the position stands in the copy; `upTo` where no event of the copy stood there. */
  readonly of: bigint;
}

/** Translates positions of a log to those of its copy, given every pair of an event's positions in order. */
export class PositionTranslation {
  private readonly waiting: bigint[];
  private readonly exact = new Map<bigint, bigint>();
  private readonly found = new Map<bigint, TranslatedPosition>();
  /** The last two different positions in the copy. */
  private before = -1n;
  private last = -1n;

  constructor(wanted: Iterable<bigint>) {
    this.waiting = [...new Set(wanted)].sort((a, b) => (a < b ? 1 : -1));
  }

  note(source: bigint, copy: bigint): void {
    // An append shares a position in the copy: a reader that goes on behind it would miss its second half, so it reads the first half again.
    this.settle((position) => position < source, copy === this.last ? this.before : this.last);
    if (this.waiting.at(-1) === source) this.exact.set(source, copy);
    if (copy !== this.last) [this.before, this.last] = [this.last, copy];
  }

  /** Called once, after the last pair. */
  end(): ReadonlyMap<bigint, TranslatedPosition> {
    this.settle(() => true, this.last);
    return this.found;
  }

  private settle(isPassed: (position: bigint) => boolean, upTo: bigint): void {
    for (let next = this.waiting.at(-1); next !== undefined && isPassed(next); next = this.waiting.at(-1)) {
      this.waiting.pop();
      this.found.set(next, { upTo, of: this.exact.get(next) ?? upTo });
    }
  }
}
