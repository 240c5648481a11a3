import { percentile } from '../../../bench/open-load';
import type { Dealt } from './deal-troubles';
import type { Kind } from './trouble-plan';

/** How long nothing was answered, and nothing published, in the troubles of one kind; milliseconds. */
export interface NotServed {
  readonly kind: Kind;
  readonly times: number;
  readonly acceptingP50: number;
  readonly acceptingWorst: number;
  readonly publishingP50: number;
  readonly publishingWorst: number;
  /** The longest without an accepted pin, and without a publication, that begins once a standby has been promoted; absent where none was. */
  readonly acceptingAfterPromotion?: number;
  readonly publishingAfterPromotion?: number;
}

export interface Served {
  /** When creations were answered with success, and when the platform took pins; on the clock of the troubles. */
  readonly acceptedAt: readonly number[];
  readonly publishedAt: readonly number[];
  /** When standbys had been promoted. */
  readonly promotedAt?: readonly number[];
}

/** The longest stretches without an answer or a publication that begin in each trouble, as far as the next trouble: from there on they are that one's. */
export function timesNotServed(dealt: readonly Dealt[], { acceptedAt, publishedAt, promotedAt = [] }: Served): NotServed[] {
  const [accepted, published] = [acceptedAt, publishedAt].map((moments) => [...moments].sort((a, b) => a - b));
  return [...new Set(dealt.map(({ kind }) => kind))].map((kind) => {
    const ofKind = dealt.filter((each) => each.kind === kind);
    const gapsIn = (moments: readonly number[] = [], troubles: readonly Dealt[] = ofKind) =>
      troubles.map((trouble) => longestGap(moments, trouble, dealt.find(({ begunAt }) => begunAt >= trouble.overAt)?.begunAt));
    const fromPromotion = ofKind.flatMap((trouble) => {
      const begunAt = promotedAt.find((moment) => moment >= trouble.begunAt && moment < trouble.overAt);
      return begunAt === undefined ? [] : [{ ...trouble, begunAt }];
    });
    const [accepting, publishing] = [gapsIn(accepted), gapsIn(published)];
    return {
      kind,
      times: ofKind.length,
      acceptingP50: Math.round(percentile(accepting, 50)),
      acceptingWorst: Math.round(Math.max(...accepting)),
      publishingP50: Math.round(percentile(publishing, 50)),
      publishingWorst: Math.round(Math.max(...publishing)),
      ...(fromPromotion.length > 0 && {
        acceptingAfterPromotion: Math.round(Math.max(...gapsIn(accepted, fromPromotion))),
        publishingAfterPromotion: Math.round(Math.max(...gapsIn(published, fromPromotion))),
      }),
    };
  });
}

/** Between two moments in order of which the first, or the beginning of the trouble, lies in it; the second may come after its end, but not after `nextAt`. */
function longestGap(moments: readonly number[], { begunAt, overAt }: Pick<Dealt, 'begunAt' | 'overAt'>, nextAt = Infinity): number {
  const after = moments.find((moment) => moment >= overAt) ?? overAt;
  const within = [begunAt, ...moments.filter((moment) => moment > begunAt && moment < overAt), Math.min(after, nextAt)];
  return Math.max(...within.slice(1).map((moment, index) => moment - (within[index] ?? moment)));
}
