import { NotFound, type Decider } from '@pps/kernel';
import type { ProjectCreated, ProjectFact, ProjectForgotten } from './project.events';

export type Project = {
  readonly kind: 'created';
  readonly epoch: number;
  /** How many epochs its forgetting has ended; absent: it is not being forgotten. */
  readonly forgottenEpochs?: number;
} & ProjectCreated['data'];

export type ProjectState = { readonly kind: 'none' } | Project;

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

function evolve(state: ProjectState, fact: ProjectFact): ProjectState {
  if (fact.type === 'ProjectCreated') return { kind: 'created', epoch: 0, ...fact.data };
  if (state.kind === 'none') return state;
  const present = { ...state, epoch: Math.max(state.epoch, fact.data.epoch) };
  return fact.type === 'ProjectForgotten' ? { ...present, forgottenEpochs: (state.forgottenEpochs ?? 0) + 1 } : present;
}
