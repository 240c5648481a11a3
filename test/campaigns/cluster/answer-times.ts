import { percentile } from '../../../bench/open-load';
import type { Asked } from '../traffic/steady-pins';
import type { Dealt } from './deal-troubles';

/** How long creations took to their last answer, a second question included; milliseconds. */
export interface AnswerTime {
  /** `quiet`: before the first trouble. */
  readonly during: string;
  readonly asked: number;
  readonly p50: number;
  readonly p99: number;
}

/** The times of creations asked from `quietFrom` until the first trouble, and of those asked in the troubles of each kind. */
export function answerTimes(asked: readonly Asked[], dealt: readonly Dealt[], quietFrom: number): AnswerTime[] {
  const creations = asked.filter(({ what }) => what === 'create');
  const from = (begunAt: number, overAt: number) => creations.filter(({ askedAt }) => askedAt >= begunAt && askedAt < overAt);
  const kinds = [...new Set(dealt.map(({ kind }) => kind))];
  return [
    timesOf('quiet', from(quietFrom, dealt[0]?.begunAt ?? Infinity)),
    ...kinds.map((kind) =>
      timesOf(
        kind,
        dealt.filter((each) => each.kind === kind).flatMap(({ begunAt, overAt }) => from(begunAt, overAt)),
      ),
    ),
  ];
}

function timesOf(during: string, asked: readonly Asked[]): AnswerTime {
  const times = asked.map(({ askedAt, answeredAt }) => answeredAt - askedAt);
  const [p50, p99] = [50, 99].map((share) => Math.round(percentile(times, share))) as [number, number];
  return { during, asked: asked.length, p50, p99 };
}
