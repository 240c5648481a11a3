import { lateService } from './late-service';
import type { NotServed } from './time-not-served';

const served = (times: Partial<NotServed>): NotServed => ({
  ...{ kind: 'kill', times: 1, acceptingP50: 0, acceptingWorst: 0, publishingP50: 0, publishingWorst: 0 },
  ...times,
});

test('what has to wait for the end of a trouble may, what others could do may not, and nothing after a promotion', () => {
  expect(
    lateService([
      served({ kind: 'event-store', acceptingWorst: 60_000, publishingWorst: 60_000 }),
      served({ kind: 'site-silent', acceptingWorst: 4_000, publishingWorst: 10_001 }),
      served({ kind: 'primary-killed', acceptingWorst: 60_000, acceptingAfterPromotion: 9_000, publishingAfterPromotion: Infinity }),
    ]),
  ).toEqual([
    'nothing was published for 10001 ms in site-silent, allowed are 10000',
    'nothing was published after a promotion for Infinity ms in primary-killed, allowed are 10000',
  ]);
});
