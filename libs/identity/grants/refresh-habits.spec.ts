import { seededRandom } from '@pps/kernel/testing';
import { decideRefresh, type GrantTokenState, type RefreshDecision } from './refresh-grant.policy';

type Decide = typeof decideRefresh;

const far = new Date('2027-01-01T00:00:00.000Z');
const begin = Date.parse('2026-01-05T09:00:00.000Z');

interface Pair {
  readonly generation: number;
  readonly accessEndsMs: number;
}

interface Step {
  readonly atMs: number;
  run(nowMs: number): void;
}

/**
 * A program that neither locks nor repeats, as the official clients: of up to eight calls at once each refreshes for itself, a fifth of the answers is lost,
 * and late ones are stored last; an hour or more lies between. Says after how many hours it was signed out; null: never.
 */
function hoursUntilSignedOut(decide: Decide, random: () => number, hours: number): number | null {
  let kept: Pair = { generation: 1, accessEndsMs: begin };
  let state: GrantTokenState | null = null;
  let isSignedOut = false;
  for (let hour = 1; hour <= hours; hour++) {
    const steps: Step[] = [];
    const add = (atMs: number, run: Step['run']) => void steps.push({ atMs, run });
    const use = ({ generation }: Pair) => {
      if (state?.generation === generation) state = { ...state, isUsed: true };
    };
    const refresh = (at: number, generation: number) => {
      const decision: RefreshDecision = decide(generation, state, far, new Date(at), far);
      if (decision.kind === 'replay') {
        isSignedOut = true;
        return;
      }
      if (decision.isChanged) state = decision.state;
      const pair = { generation: decision.state.generation, accessEndsMs: decision.state.accessEndsAt.getTime() };
      if (random() < 0.2) return;
      add(at + random() * 150, () => {
        kept = pair;
        use(pair);
      });
    };
    const start = begin + hour * 3_700_000 + Math.floor(random() * 3) * 3_600_000 * (random() < 0.3 ? 1 : 0);
    const calls = 1 + Math.floor(random() * 8);
    for (let call = 0; call < calls; call++)
      add(start + random() * 40, (nowMs) => {
        const { generation, accessEndsMs } = kept;
        if (accessEndsMs > nowMs) return use(kept);
        add(nowMs + random() * 150, (atMs) => refresh(atMs, generation));
      });
    for (let next = earliest(steps); next; next = earliest(steps)) {
      steps.splice(steps.indexOf(next), 1);
      next.run(next.atMs);
    }
    if (isSignedOut) return hour;
  }
  return null;
}

const earliest = (steps: readonly Step[]): Step | undefined =>
  steps.reduce<Step | undefined>((first, step) => (first === undefined || step.atMs < first.atMs ? step : first), undefined);

const signedOut = (decide: Decide, programs = 300): number =>
  Array.from({ length: programs }, (_, seed) => hoursUntilSignedOut(decide, seededRandom(seed), 50)).filter((hours) => hours !== null)
    .length;

test('no program is signed out, whatever is lost or late', () => {
  expect(signedOut(decideRefresh)).toBe(0);
});

/** Rules as they are usually built. */
test.each<readonly [string, Decide]>([
  [
    'nothing rests for a minute',
    (generation, state, ...rest) => decideRefresh(generation, state && { ...state, refreshedAt: null }, ...rest),
  ],
  [
    'a lost answer is not given again',
    (generation, state, ...rest) => decideRefresh(generation, state && { ...state, isUsed: true }, ...rest),
  ],
])('many are where %s', (_, decide) => {
  expect(signedOut(decide, 50)).toBeGreaterThan(20);
});
