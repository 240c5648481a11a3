import type { Fact } from '@pps/kernel';

export type Environment = 'production' | 'sandbox';

/** The organization has a project: what its pins, accounts, keys and webhooks belong to. */
export type ProjectCreated = Fact<
  'ProjectCreated',
  {
    readonly projectId: string;
    readonly organizationId: string;
    readonly environment: Environment;
    readonly name: string;
    /** IANA name. */
    readonly timezone: string;
    readonly createdAt: string;
  }
>;

/** A sandbox begins anew: everything of the older epochs is gone for every reader. */
export type SandboxReset = Fact<'SandboxReset', { readonly epoch: number; readonly resetAt: string }>;

export type ProjectFact = ProjectCreated | SandboxReset;
