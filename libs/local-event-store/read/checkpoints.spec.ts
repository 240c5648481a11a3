import { createCheckpoints } from './subscribe-to-all';

const options = { subject: 'type', regex: '', prefixes: [], window: 2, checkpointIntervalMultiplier: 2 } as const;

describe('checkpoints', () => {
  it('come every interval of considered events and once at the end', () => {
    const checkpoints = createCheckpoints(options, 10n);
    const during = [11n, 12n, 13n, 14n, 15n].map((position) => checkpoints.countConsidered(position));
    expect(during).toEqual([undefined, undefined, undefined, 14n, undefined]);
    expect(checkpoints.reportAtHead()).toBe(15n);
    expect(checkpoints.reportAtHead()).toBeUndefined();
  });

  it('never repeat the start', () => {
    expect(createCheckpoints(options, 10n).reportAtHead()).toBeUndefined();
  });

  it('use a window of 32 when the client names none', () => {
    const checkpoints = createCheckpoints({ ...options, window: undefined, checkpointIntervalMultiplier: 1 }, 0n);
    const reported = Array.from({ length: 64 }, (_, index) => checkpoints.countConsidered(BigInt(index + 1))).filter(Boolean);
    expect(reported).toEqual([32n, 64n]);
  });
});
