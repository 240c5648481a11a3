import { timesNotServed } from './time-not-served';

test('the longest stretch without an answer counts, to the next answer or trouble', () => {
  const dealt = [
    { kind: 'kill' as const, whom: 'api-1', begunAt: 100, overAt: 200 },
    { kind: 'kill' as const, whom: 'api-2', begunAt: 300, overAt: 400 },
    { kind: 'pause' as const, whom: 'worker-1', begunAt: 500, overAt: 600 },
  ];
  const served = { acceptedAt: [110, 190, 310, 320, 390, 50, 520, 620], publishedAt: [150, 350, 550] };
  expect(timesNotServed(dealt, served)).toEqual([
    { kind: 'kill', times: 2, acceptingP50: 110, acceptingWorst: 110, publishingP50: 150, publishingWorst: 150 },
    { kind: 'pause', times: 1, acceptingP50: 100, acceptingWorst: 100, publishingP50: 50, publishingWorst: 50 },
  ]);
});

test('where a standby was promoted, it is told how long it took from there on', () => {
  const dealt = [
    { kind: 'kill' as const, whom: 'api-1', begunAt: 0, overAt: 50 },
    { kind: 'promotion' as const, whom: 'the primary', begunAt: 100, overAt: 200 },
    { kind: 'promotion' as const, whom: 'the primary', begunAt: 300, overAt: 400 },
  ];
  const served = { acceptedAt: [20, 105, 160, 330, 390], publishedAt: [30, 150, 360], promotedAt: [140, 325] };
  expect(timesNotServed(dealt, served)).toMatchObject([
    expect.not.objectContaining({ acceptingAfterPromotion: expect.anything() }),
    { kind: 'promotion', acceptingAfterPromotion: 140, publishingAfterPromotion: 150 },
  ]);
});

test('what the next trouble keeps from being answered is not the fault of the one before', () => {
  const dealt = [
    { kind: 'clock' as const, whom: 'worker-1', begunAt: 100, overAt: 200 },
    { kind: 'event-store' as const, whom: 'the event store', begunAt: 201, overAt: 400 },
  ];
  const served = { acceptedAt: [110, 150, 195, 350, 390, 410], publishedAt: [150, 199, 395, 500] };
  expect(timesNotServed(dealt, served)).toEqual([
    { kind: 'clock', times: 1, acceptingP50: 45, acceptingWorst: 45, publishingP50: 50, publishingWorst: 50 },
    { kind: 'event-store', times: 1, acceptingP50: 149, acceptingWorst: 149, publishingP50: 194, publishingWorst: 194 },
  ]);
});
