import type { Fact } from '@pps/kernel';
import { schemaVersion, type StreamType } from './stream-type';

/** A fact as it was written under a schema version. */
export interface Sample {
  readonly version: number;
  readonly fact: Fact;
}

/** A sample of every shape ever written to one kind of stream. */
export interface StreamSamples {
  readonly stream: StreamType<unknown, Fact>;
  readonly samples: readonly Sample[];
}

/** `newest` are of the version that is written today and are checked by the compiler; `older` stay as they were once written. */
export function streamSamples<State, F extends Fact>(
  stream: StreamType<State, F>,
  newest: readonly F[],
  older: readonly Sample[] = [],
): StreamSamples {
  const written = newest.map((fact) => ({ version: schemaVersion(stream, fact.type), fact }));
  return { stream, samples: [...older, ...written] };
}
