import { schemaVersion, type StreamType } from '@pps/event-store';
import type { Sample, StreamSamples } from '@pps/event-store/testing';
import type { Fact } from '@pps/kernel';
import { existsSync, readdirSync } from 'node:fs';
import { factTypesOf, type FactType } from './fact-types';
import type { Field } from './fields-of';

export interface CataloguedFact extends FactType {
  /** The schema version that is written today. */
  readonly version: number;
  /** Of every version, the oldest first. */
  readonly samples: readonly Sample[];
}

export interface CataloguedStream {
  readonly library: string;
  readonly exportedAs: string;
  readonly category: string;
  readonly meaning: string;
  readonly type: StreamType<unknown, Fact>;
  readonly facts: readonly CataloguedFact[];
  readonly samples: readonly Sample[];
}

export interface Catalogue {
  readonly streams: readonly CataloguedStream[];
  readonly recorded: readonly Field[];
}

/** Every stream of every library that has facts, with its types and its samples. Throws for a stream without an entry in `samples`. */
export async function catalogue(): Promise<Catalogue> {
  const libraries = readdirSync('libs').filter((library) => existsSync(`libs/${library}/events.ts`));
  const { streams, recorded } = factTypesOf(libraries);
  const catalogued = streams.map(async ({ library, exportedAs, meaning, facts }): Promise<CataloguedStream> => {
    const [door, testing] = await Promise.all([eventsOf(library), testingOf(library)]);
    const type = door[exportedAs] as StreamType<unknown, Fact>;
    const entry = testing.samples?.find(({ stream }) => stream === type);
    if (!entry) throw new Error(`libs/${library}/testing.ts: \`samples\` has no streamSamples(${exportedAs}, …)`);
    const { samples } = entry;
    const withSamples = facts.map((fact) => ({
      ...fact,
      version: schemaVersion(type, fact.name),
      samples: samples.filter((sample) => sample.fact.type === fact.name),
    }));
    return { library, exportedAs, category: type.category, meaning, type, facts: withSamples, samples };
  });
  return { streams: await Promise.all(catalogued), recorded };
}

const eventsOf = (library: string): Promise<Readonly<Record<string, unknown>>> => import(`../../libs/${library}/events`);

const testingOf = (library: string): Promise<{ readonly samples?: readonly StreamSamples[] }> => import(`../../libs/${library}/testing`);
