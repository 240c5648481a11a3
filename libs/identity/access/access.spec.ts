import { fold } from '@pps/kernel';
import { accessSamples } from '../testing';
import {
  accessStream,
  recordedAtMost,
  recordFailedSignIn,
  recordSwitch,
  accessStreamId,
  type AccessState,
  type AccessFact,
  type ProjectSwitched,
  type SignInFailed,
} from './access.stream';

const access = accessStream.decider;
const { data: failed } = accessSamples.find(({ type }) => type === 'SignInFailed') as SignInFailed;
const { data: switched } = accessSamples.find(({ type }) => type === 'ProjectSwitched') as ProjectSwitched;

/** As many as somebody likes to try. */
function tryOften(decide: (state: AccessState) => readonly AccessFact[]): readonly AccessFact[] {
  const facts: AccessFact[] = [];
  for (let times = 0; times < 2_001; times++) facts.push(...decide(fold(access, facts)));
  return facts;
}

test('of 2,001 failed sign-ins in a day the first 20 are recorded, and the last of them says so', () => {
  const facts = tryOften((state) => recordFailedSignIn(failed, state));
  expect(facts).toHaveLength(recordedAtMost.failures);
  expect(facts.map(({ data }) => data.isLastRecorded ?? false)).toEqual([...Array.from({ length: 19 }, () => false), true]);
});

test('of 2,001 switches in a day the first 100 are recorded, whatever failed beside them; a switch to the same project is none', () => {
  const failures = tryOften((state) => recordFailedSignIn(failed, state));
  expect(recordSwitch(switched, fold(access, failures))).toHaveLength(1);
  expect(tryOften((state) => recordSwitch(switched, state))).toHaveLength(recordedAtMost.switches);
  expect(recordSwitch({ ...switched, toProjectId: switched.fromProjectId }, access.initial)).toEqual([]);
});

test('each day has a stream of its own', () => {
  expect(accessStreamId('u', '2026-11-22T23:59:59.999Z')).toBe('u-2026-11-22');
});
