import type { Fact } from '@pps/kernel';

export type Environment = 'production' | 'sandbox';

/** The organization got a project, which its pins, accounts, API keys and webhooks belong to. */
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

/** A sandbox was reset: everything of the earlier epochs is obsolete, and no reader shows it. */
export type SandboxReset = Fact<'SandboxReset', { readonly epoch: number; readonly resetAt: string }>;

/**
 * The organization is being forgotten: everything of the earlier epochs is obsolete, as after a reset, and nothing follows. A second one, when all else is
 * erased, is for what was written meanwhile.
 */
export type ProjectForgotten = Fact<'ProjectForgotten', { readonly epoch: number; readonly forgottenAt: string }>;

export type ProjectFact = ProjectCreated | SandboxReset | ProjectForgotten;
