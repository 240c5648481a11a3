import { NotFound, type Decider } from '@pps/kernel';
import type { ProjectCreated, ProjectFact } from './project.events';

export type Project = { readonly kind: 'created'; readonly epoch: number } & ProjectCreated['data'];

export type ProjectState = { readonly kind: 'none' } | Project;

export const project: Decider<ProjectState, ProjectFact> = { initial: { kind: 'none' }, evolve };

/** Silent when it exists already. */
export function createProject(command: ProjectCreated['data'], state: ProjectState): readonly ProjectFact[] {
  return state.kind === 'created' ? [] : [{ type: 'ProjectCreated', data: command }];
}

/** Starts the epoch after the one that the caller saw; silent when that one is obsolete already. Throws `NotFound` unless it is a sandbox. */
export function startSandboxEpoch(
  command: { readonly seenEpoch: number; readonly at: string },
  state: ProjectState,
): readonly ProjectFact[] {
  if (state.kind === 'none' || state.environment !== 'sandbox') throw new NotFound('Sandbox');
  if (state.epoch !== command.seenEpoch) return [];
  return [{ type: 'SandboxReset', data: { epoch: state.epoch + 1, resetAt: command.at } }];
}

function evolve(state: ProjectState, fact: ProjectFact): ProjectState {
  if (fact.type === 'ProjectCreated') return { kind: 'created', epoch: 0, ...fact.data };
  return state.kind === 'created' ? { ...state, epoch: Math.max(state.epoch, fact.data.epoch) } : state;
}
