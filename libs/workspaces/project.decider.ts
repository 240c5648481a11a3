import type { Decider } from '@pps/kernel';
import type { ProjectCreated, ProjectFact } from './project.events';

export type Project = { readonly kind: 'created'; readonly epoch: number } & ProjectCreated['data'];

export type ProjectState = { readonly kind: 'none' } | Project;

export const project: Decider<ProjectState, ProjectFact> = { initial: { kind: 'none' }, evolve };

/** Silent when it exists already. */
export function createProject(command: ProjectCreated['data'], state: ProjectState): readonly ProjectFact[] {
  return state.kind === 'created' ? [] : [{ type: 'ProjectCreated', data: command }];
}

function evolve(state: ProjectState, fact: ProjectFact): ProjectState {
  if (fact.type === 'ProjectCreated') return { kind: 'created', epoch: 0, ...fact.data };
  return state.kind === 'created' ? { ...state, epoch: Math.max(state.epoch, fact.data.epoch) } : state;
}
