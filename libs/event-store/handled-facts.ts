import type { Fact } from '@pps/kernel';
import type { RecordedFact } from './recorded-fact';
import { decode, type StreamType } from './stream-type';

/** Facts that a reader of the log handles: their types, and how each is read. */
export interface HandledFacts<Handled extends RecordedFact> {
  readonly types: readonly string[];
  /** The fact in its newest shape; null for one that is not handled, or of a newer version than this release knows. */
  read(recorded: RecordedFact): Handled | null;
  /** These facts and the named ones of another stream, or all of that where none is named. */
  and<S, F extends Fact, Type extends F['type']>(
    stream: StreamType<S, F>,
    ...types: readonly Type[]
  ): HandledFacts<Handled | RecordedFact<Named<F, Type>>>;
  /** These facts and those of another reader. */
  or<Other extends RecordedFact>(other: HandledFacts<Other>): HandledFacts<Handled | Other>;
}

/** One of the facts that a reader handles: `HandledFact<typeof handles>`. */
export type HandledFact<Handles> = Handles extends HandledFacts<infer Handled> ? Handled : never;

type Named<F extends Fact, Type extends string> = Extract<F, { readonly type: Type }>;

/** The named facts of a stream, or all of them where none is named. */
export function factsOf<S, F extends Fact, Type extends F['type']>(
  stream: StreamType<S, F>,
  ...types: readonly Type[]
): HandledFacts<RecordedFact<Named<F, Type>>> {
  const named: ReadonlySet<string> = new Set(types.length > 0 ? types : Object.keys(stream.facts));
  const isNamed = (fact: RecordedFact): fact is RecordedFact<Named<F, Type>> => named.has(fact.type);
  return handled([...named], (recorded) => {
    const fact: RecordedFact | null = named.has(recorded.type) ? decode(stream, recorded) : null;
    return fact && isNamed(fact) ? fact : null;
  });
}

function handled<Handled extends RecordedFact>(
  types: readonly string[],
  read: (recorded: RecordedFact) => Handled | null,
): HandledFacts<Handled> {
  const either = <Other extends RecordedFact>(others: HandledFacts<Other>) =>
    handled<Handled | Other>([...new Set([...types, ...others.types])], (recorded) => read(recorded) ?? others.read(recorded));
  return {
    types,
    read,
    and: (stream, ...more) => either(factsOf(stream, ...more)),
    or: (other) => either(other),
  };
}
