import { percentile } from '../../../bench/open-load';
import type { SteadyPins } from '../traffic/steady-pins';
import type { Dealt } from './deal-troubles';
import type { Kind } from './trouble-plan';

/** How long creations took from the first question to the answer that was a success, however often they were asked for; milliseconds. */
export interface AnswerTime {
  /** `quiet`: before the first trouble. */
  readonly during: Kind | 'quiet';
  readonly asked: number;
  readonly p50: number;
  readonly p99: number;
}

type Creating = Pick<SteadyPins, 'asked' | 'insisted'>;

/** The times of creations asked from `quietFrom` until the first trouble, and of those asked in the troubles of each kind. */
export function answerTimes({ asked, insisted }: Creating, dealt: readonly Dealt[], quietFrom: number): AnswerTime[] {
  const creations = [...asked.filter(({ what, second }) => what === 'create' && second === null), ...insisted];
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

function timesOf(during: AnswerTime['during'], asked: SteadyPins['insisted']): AnswerTime {
  const times = asked.map(({ askedAt, answeredAt }) => answeredAt - askedAt);
  const [p50, p99] = [50, 99].map((share) => Math.round(percentile(times, share))) as [number, number];
  return { during, asked: asked.length, p50, p99 };
}
