import { batchesOf, takeRoundRobin } from './lanes.policy';

const of = (...items: string[]) => items;
const firstLetter = (item: string) => item.charAt(0);

describe('a round robin', () => {
  it('gives each group one item before any gets a second', () => {
    expect(takeRoundRobin(of('a1', 'a2', 'a3', 'b1', 'c1', 'c2'), firstLetter, '', 5)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2']);
  });

  it('goes on after the group that was last', () => {
    expect(takeRoundRobin(of('a1', 'b1', 'c1'), firstLetter, 'b', 2)).toEqual(['c1', 'a1']);
    expect(takeRoundRobin(of('a1', 'b1', 'c1'), firstLetter, 'c', 2)).toEqual(['a1', 'b1']);
  });

  it('gives nothing without room', () => {
    expect(takeRoundRobin(of('a1'), firstLetter, '', 0)).toEqual([]);
    expect(takeRoundRobin(of(), firstLetter, '', 9)).toEqual([]);
  });
});

const due = (webhookId: string, freeSlots: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    deliveryId: `${webhookId}${index + 1}`,
    webhookId,
    projectId: `project of ${webhookId}`,
    sequence: index + 1,
    attempt: 1,
    position: '1',
    freeSlots,
  }));

const shown = (...deliveries: ReturnType<typeof due>[]) => {
  let made = 0;
  const batches = batchesOf(deliveries.flat(), () => `batch ${++made}`);
  return batches.map(({ batchId, deliveries: of }) => [batchId, ...of.map(({ deliveryId }) => deliveryId)]);
};

describe('batches', () => {
  it('spread what is due over the free slots, in order', () => {
    expect(shown(due('a', 2, 5), due('b', 1, 2))).toEqual([
      ['batch 1', 'a1', 'a3', 'a5'],
      ['batch 2', 'a2', 'a4'],
      ['batch 3', 'b1', 'b2'],
    ]);
  });

  it('are never empty', () => {
    expect(shown(due('a', 2, 1))).toEqual([['batch 1', 'a1']]);
    expect(shown()).toEqual([]);
  });
});
