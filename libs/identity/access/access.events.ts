import type { Fact } from '@pps/kernel';

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
