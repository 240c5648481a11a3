import type { Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** Somebody tried to sign in as the person with a wrong password, or with a wrong code of the second factor. The first 20 of a day are recorded; all of them are counted and limited elsewhere. */
export type SignInFailed = Fact<
  'SignInFailed',
  {
    readonly userId: string;
    readonly organizationId: string;
    /** Keyed hash of the client's network: shows whether two came from the same one, and nothing else. */
    readonly networkHash: string;
    readonly failedAt: string;
    /** The password (or Google) was right, and the code of the second factor wrong. */
    readonly factor?: 'second';
    /** The last one of the day that is recorded. */
    readonly isLastRecorded?: true;
  }
>;

/** The person, or an API key that acts for the person, got a token for another project. The first 100 of a day are recorded. */
export type ProjectSwitched = Fact<
  'ProjectSwitched',
  {
    readonly userId: string;
    readonly organizationId: string;
    readonly fromProjectId: string;
    readonly toProjectId: string;
    readonly switchedAt: string;
    /** The last one of the day that is recorded. */
    readonly isLastRecorded?: true;
  }
>;

export type AccessFact = SignInFailed | ProjectSwitched;

/** How much of a person's day is recorded so far. */
export interface AccessState {
  readonly failures: number;
  readonly switches: number;
}

function evolve(state: AccessState, fact: AccessFact): AccessState {
  switch (fact.type) {
    case 'SignInFailed':
      return { ...state, failures: state.failures + 1 };
    case 'ProjectSwitched':
      return { ...state, switches: state.switches + 1 };
  }
}

/** So many facts of a kind are recorded of a person in a day: nobody makes the log grow by trying. */
export const recordedAtMost = { failures: 20, switches: 100 } as const;

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

/** `access-<userId>-<yyyy-mm-dd>`: failed sign-ins and switches of project of a person on a day (UTC); how many are recorded is decided here. */
export const accessStream: StreamType<AccessState, AccessFact> = {
  category: 'access',
  decider: { initial: { failures: 0, switches: 0 }, evolve },
  facts: {
    SignInFailed: 1,
    ProjectSwitched: 1,
  },
};

/** The day in UTC is part of the name, so that no such stream grows for long. */
export const accessStreamId = (userId: string, at: string): string => `${userId}-${at.slice(0, 10)}`;
