import type { Fact } from '@pps/kernel';
import type { StreamType } from './stream-type';
import { streamSamples } from './stream-samples';

type Painted = Fact<'Painted', { readonly color: string }>;

const door: StreamType<string, Painted> = {
  category: 'door',
  decider: { initial: '', evolve: (_, fact) => fact.data.color },
  facts: { Painted: { version: 2, upcasters: { 1: (data) => ({ color: (data as { readonly colour: string }).colour }) } } },
};

it("puts today's version to the newest samples and leaves that of the older ones", () => {
  const old = { version: 1, fact: { type: 'Painted', data: { colour: 'blue' } } };
  const fact: Painted = { type: 'Painted', data: { color: 'red' } };
  expect(streamSamples(door, [fact], [old])).toEqual({ stream: door, samples: [old, { version: 2, fact }] });
});
