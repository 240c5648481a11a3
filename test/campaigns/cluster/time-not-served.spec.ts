import { timesNotServed } from './time-not-served';

test('the longest stretch without an answer counts, to the next answer', () => {
  const dealt = [
    { kind: 'kill' as const, whom: 'api-1', begunAt: 100, overAt: 200 },
    { kind: 'kill' as const, whom: 'api-2', begunAt: 300, overAt: 400 },
    { kind: 'pause' as const, whom: 'worker-1', begunAt: 500, overAt: 600 },
  ];
  const served = { acceptedAt: [110, 190, 310, 320, 390, 50, 520, 620], publishedAt: [150, 350, 550] };
  expect(timesNotServed(dealt, served)).toEqual([
    { kind: 'kill', times: 2, acceptingP50: 120, acceptingWorst: 130, publishingP50: 200, publishingWorst: 200 },
    { kind: 'pause', times: 1, acceptingP50: 100, acceptingWorst: 100, publishingP50: 50, publishingWorst: 50 },
  ]);
});
