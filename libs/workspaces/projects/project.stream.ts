import { type Fact, NotFound, type Decider } from '@pps/kernel';
import type { RecordedFact, StreamType } from '@pps/event-store';

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

/** Makes everything of a project's earlier epochs obsolete. */
export type EpochFact = SandboxReset | ProjectForgotten;

/** The types of those facts. */
export const epochFacts = ['SandboxReset', 'ProjectForgotten'] as const;

/** Whether it is such a fact, of whatever others a reader handles. */
export const startsEpoch = <F extends { readonly type: string }>(fact: F): fact is Extract<F, RecordedFact<EpochFact> | EpochFact> =>
  (epochFacts as readonly string[]).includes(fact.type);

export type Project = {
  readonly kind: 'created';
  readonly epoch: number;
  /** How many epochs its forgetting has ended; absent: it is not being forgotten. */
  readonly forgottenEpochs?: number;
} & ProjectCreated['data'];

export type ProjectState = { readonly kind: 'none' } | Project;

function evolve(state: ProjectState, fact: ProjectFact): ProjectState {
  if (fact.type === 'ProjectCreated') return { kind: 'created', epoch: 0, ...fact.data };
  if (state.kind === 'none') return state;
  const present = { ...state, epoch: Math.max(state.epoch, fact.data.epoch) };
  return fact.type === 'ProjectForgotten' ? { ...present, forgottenEpochs: (state.forgottenEpochs ?? 0) + 1 } : present;
}

export const project: Decider<ProjectState, ProjectFact> = { initial: { kind: 'none' }, evolve };

/** Silent when it exists already. */
export function createProject(command: ProjectCreated['data'], state: ProjectState): readonly ProjectFact[] {
  return state.kind === 'created' ? [] : [{ type: 'ProjectCreated', data: command }];
}

/** Starts the epoch after the one that the caller saw; silent when that one is obsolete already. Throws `NotFound` unless it is a sandbox. */
export function decideEpochStart(
  command: { readonly seenEpoch: number; readonly at: string },
  state: ProjectState,
): readonly ProjectFact[] {
  if (state.kind === 'none' || state.environment !== 'sandbox' || state.forgottenEpochs !== undefined)
    throw new NotFound('Sandbox', 'Create one with POST /v1/projects/sandbox.');
  if (state.epoch !== command.seenEpoch) return [];
  return [{ type: 'SandboxReset', data: { epoch: state.epoch + 1, resetAt: command.at } }];
}

/** Ends the present epoch for good, until forgetting has ended `epochs` of them. Silent for a repeat, and for a project that is absent. */
export function forgetProject(command: { readonly epochs: 1 | 2; readonly at: string }, state: ProjectState): readonly ProjectForgotten[] {
  if (state.kind === 'none' || (state.forgottenEpochs ?? 0) >= command.epochs) return [];
  return [{ type: 'ProjectForgotten', data: { epoch: state.epoch + 1, forgottenAt: command.at } }];
}

/** `project-<projectId>`: a project and its sandbox epoch. All data of an organization belong to one of its projects. */
export const projectStream: StreamType<ProjectState, ProjectFact> = {
  category: 'project',
  decider: project,
  facts: { ProjectCreated: 1, SandboxReset: 1, ProjectForgotten: 1 },
  sealed: { ProjectCreated: ['name'] },
  snapshot: { version: 2, every: 200 },
};
