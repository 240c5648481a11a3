import { projectionDuty } from '@pps/read-store';
import { projectionShares } from '@projections/index';
import { leaderMissing } from './leader-missing';

const shares = projectionShares.map(projectionDuty);
const led = shares.map((duty) => [duty, 0] as const);
const missing = (...unled: (readonly [string, number])[]) => Object.fromEntries(leaderMissing(new Map(unled)));

describe('how long a host has been without a leader', () => {
  it('is, of projectors, that of the read model that has been without for longest', () => {
    expect(missing(...led)).toEqual({ projector: 0 });
    expect(missing(...led, [shares[2] ?? '', 20], [shares[3] ?? '', 7])).toEqual({ projector: 20 });
  });

  it('leaves out read models that this release does not have', () => {
    expect(missing(...led, ['projection pins 1', 90_000])).toEqual({ projector: 0 });
  });

  it('is nothing while a projector of an older release leads all at once, and is told when that has ended', () => {
    const unled = shares.map((duty) => [duty, 500] as const);
    expect(missing(...unled, ['projections 0123456789ab', 0])).toEqual({ projector: 0 });
    expect(missing(['projections 0123456789ab', 30])).toEqual({ projector: 30 });
    expect(missing(...led, ['projections 0123456789ab', 90_000])).toEqual({ projector: 0 });
  });

  it('is, of orchestrators, that of the duty that was led last; a host that never led is absent', () => {
    expect(missing(['pacing', 40], ['process mails', 30])).toEqual({ orchestrator: 30 });
    expect(missing()).toEqual({});
  });
});
