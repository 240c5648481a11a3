import type { Fact } from '@pps/kernel';
import { decode, foldRecorded, schemaVersion, streamId, streamName, type StreamType } from '.';
import { recordedFact } from './testing';

type Renamed = Fact<'Renamed', { readonly name: string; readonly language: string }>;
type Removed = Fact<'Removed', null>;

const type: StreamType<readonly string[], Renamed | Removed> = {
  category: 'thing',
  decider: { initial: [], evolve: (names, { data }) => (data ? [...names, `${data.name}/${data.language}`] : []) },
  facts: {
    Removed: 1,
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

const ofVersion = (factType: string, version: number) =>
  recordedFact({ type: factType, metadata: { ...recordedFact().metadata, schemaVersion: version } });

describe('a stream type', () => {
  it('reads every shape ever written straight as the newest', () => {
    expect(samples.map((sample) => decode(type, sample)?.data)).toEqual([
      { name: 'Lamp', language: 'en' },
      { name: 'Lamp', language: 'en' },
      { name: 'Lamp', language: 'de' },
    ]);
    expect(foldRecorded(type, samples)).toEqual(['Lamp/en', 'Lamp/en', 'Lamp/de']);
  });

  it('refuses an older version that no upcaster knows', () => {
    for (const [fact, newest] of [
      [ofVersion('Renamed', 0), 3],
      [ofVersion('Removed', 0), 1],
    ] as const) {
      expect(() => decode(type, fact)).toThrow(`${fact.type} version 0 has no upcaster to version ${newest}`);
    }
  });

  it('leaves out what a newer release has written: a newer version, or a type of its own', () => {
    const newer = [ofVersion('Renamed', 4), ofVersion('Removed', 2), ofVersion('Repainted', 1), ofVersion('toString', 1)];
    expect(newer.map((fact) => decode(type, fact))).toEqual([null, null, null, null]);
    expect(foldRecorded(type, [...newer, ...samples, ...newer])).toEqual(foldRecorded(type, samples));
  });

  it('writes the newest version, 1 for what never changed', () => {
    expect([schemaVersion(type, 'Renamed'), schemaVersion(type, 'Removed')]).toEqual([3, 1]);
  });

  it('names streams so that the id comes back whole, and only from its own category', () => {
    expect(streamId(type, streamName(type, 'a-b-c'))).toBe('a-b-c');
    expect(streamId(type, 'thing_other-1')).toBeNull();
    expect(streamId(type, 'thin-g')).toBeNull();
  });
});
