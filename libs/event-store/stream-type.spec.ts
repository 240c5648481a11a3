import type { Fact } from '@pps/kernel';
import { decode, foldRecorded, schemaVersion, streamId, streamName, type StreamType } from '.';
import { recordedFact } from './testing';

type Renamed = Fact<'Renamed', { readonly name: string; readonly language: string }>;

const type: StreamType<readonly string[], Renamed> = {
  category: 'thing',
  decider: { initial: [], evolve: (names, { data }) => [...names, `${data.name}/${data.language}`] },
  schemas: {
    Renamed: {
      version: 3,
      upcasters: {
        1: (data) => ({ name: data, language: 'en' }),
        2: (data) => ({ ...(data as object), language: 'en' }),
      },
    },
  },
};

const golden = [
  { schemaVersion: 1, data: 'Lamp' },
  { schemaVersion: 2, data: { name: 'Lamp' } },
  { schemaVersion: 3, data: { name: 'Lamp', language: 'de' } },
];
const samples = golden.map(({ schemaVersion: version, data }, revision) => {
  const fact = recordedFact({ type: 'Renamed', revision, data });
  return { ...fact, metadata: { ...fact.metadata, schemaVersion: version } };
});

describe('a stream type', () => {
  it('reads every shape ever written straight as the newest', () => {
    expect(samples.map((sample) => decode(type, sample).data)).toEqual([
      { name: 'Lamp', language: 'en' },
      { name: 'Lamp', language: 'en' },
      { name: 'Lamp', language: 'de' },
    ]);
    expect(foldRecorded(type, samples)).toEqual(['Lamp/en', 'Lamp/en', 'Lamp/de']);
  });

  it('refuses a version that no upcaster knows, older or newer', () => {
    for (const unknown of [0, 4]) {
      const fact = recordedFact({ type: 'Renamed', metadata: { ...recordedFact().metadata, schemaVersion: unknown } });
      expect(() => decode(type, fact)).toThrow(`Renamed version ${unknown} has no upcaster to version 3`);
    }
    const other = recordedFact({ type: 'NeverChanged', metadata: { ...recordedFact().metadata, schemaVersion: 2 } });
    expect(() => decode(type, other)).toThrow('NeverChanged version 2');
  });

  it('writes the newest version, 1 for what never changed', () => {
    expect([schemaVersion(type, 'Renamed'), schemaVersion(type, 'NeverChanged')]).toEqual([3, 1]);
  });

  it('names streams so that the id comes back whole, and only from its own category', () => {
    expect(streamId(type, streamName(type, 'a-b-c'))).toBe('a-b-c');
    expect(streamId(type, 'thing_other-1')).toBeNull();
    expect(streamId(type, 'thin-g')).toBeNull();
  });
});
