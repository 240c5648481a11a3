import { EventStoreDBClient } from '@eventstore/db-client';
import { createHash } from 'node:crypto';
import { eventHash } from './event-hash';
import { PositionTranslation, type TranslatedPosition } from './position-translation';
import { readCopiedEvents, type RawEvent } from './raw-events';
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
