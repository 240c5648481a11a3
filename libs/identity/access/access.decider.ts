import type { Decider } from '@pps/kernel';
import type { AccessFact, ProjectSwitched, SignInFailed } from './access.events';

/** How much of a person's day is recorded so far. */
export interface AccessState {
  readonly failures: number;
  readonly switches: number;
}

/** So many facts of a kind are recorded of a person in a day: nobody makes the log grow by trying. */
export const recordedAtMost = { failures: 20, switches: 100 } as const;

export const access: Decider<AccessState, AccessFact> = { initial: { failures: 0, switches: 0 }, evolve };

/** Silent once the day's 20 are recorded. */
export function recordFailedSignIn(failed: SignInFailed['data'], { failures }: AccessState): readonly AccessFact[] {
  if (failures >= recordedAtMost.failures) return [];
  return [{ type: 'SignInFailed', data: { ...failed, ...lastOf(failures + 1, recordedAtMost.failures) } }];
}

/** Silent for the project that the caller is in, and once the day's 100 are recorded. */
export function recordSwitch(switched: ProjectSwitched['data'], { switches }: AccessState): readonly AccessFact[] {
  if (switched.fromProjectId === switched.toProjectId || switches >= recordedAtMost.switches) return [];
  return [{ type: 'ProjectSwitched', data: { ...switched, ...lastOf(switches + 1, recordedAtMost.switches) } }];
}

const lastOf = (count: number, most: number): { readonly isLastRecorded?: true } => (count === most ? { isLastRecorded: true } : {});

function evolve(state: AccessState, fact: AccessFact): AccessState {
  switch (fact.type) {
    case 'SignInFailed':
      return { ...state, failures: state.failures + 1 };
    case 'ProjectSwitched':
      return { ...state, switches: state.switches + 1 };
  }
}
