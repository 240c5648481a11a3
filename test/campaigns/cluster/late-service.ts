import type { NotServed } from './time-not-served';
import { siteKinds, type Kind } from './trouble-plan';

/**
 * For how long nothing may be accepted and published, milliseconds, on a busy machine: longer than anything that is still there may need. What has to
 * wait for the end of the trouble itself has no bound; where a standby is promoted, it counts from there.
 */
const atMost: Partial<Record<Kind, Pick<NotServed, 'acceptingWorst' | 'publishingWorst'>>> = {
  'nats-node': { acceptingWorst: 5_000, publishingWorst: 8_000 },
  'nats-away': { acceptingWorst: 5_000, publishingWorst: 8_000 },
  ...Object.fromEntries(
    siteKinds
      .filter((kind) => kind.startsWith('site-') || kind === 'primary-lossy')
      .map((kind) => [kind, { acceptingWorst: 5_000, publishingWorst: 10_000 }]),
  ),
};
const afterPromotionAtMostMs = 10_000;

/** What stood still for longer than it may. */
export function lateService(notServed: readonly NotServed[]): string[] {
  return notServed.flatMap((each) => {
    const { kind, acceptingWorst, publishingWorst, acceptingAfterPromotion = 0, publishingAfterPromotion = 0 } = each;
    const bound = atMost[kind] ?? { acceptingWorst: Infinity, publishingWorst: Infinity };
    const all = [
      { what: 'accepted', ms: acceptingWorst, allowed: bound.acceptingWorst },
      { what: 'published', ms: publishingWorst, allowed: bound.publishingWorst },
      { what: 'accepted after a promotion', ms: acceptingAfterPromotion, allowed: afterPromotionAtMostMs },
      { what: 'published after a promotion', ms: publishingAfterPromotion, allowed: afterPromotionAtMostMs },
    ];
    return all.flatMap(({ what, ms, allowed }) =>
      ms > allowed ? [`nothing was ${what} for ${ms} ms in ${kind}, allowed are ${allowed}`] : [],
    );
  });
}
