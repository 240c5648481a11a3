import type { StreamType } from '@pps/event-store';
import { project, type ProjectState } from './project.decider';
import type { ProjectFact } from './project.events';

/** `project-<projectId>`: a project and its sandbox epoch. All data of an organization belong to one of its projects. */
export const projectStream: StreamType<ProjectState, ProjectFact> = {
  category: 'project',
  decider: project,
  facts: {
    ProjectCreated: 1,
    SandboxReset: 1,
    ProjectForgotten: 1,
  },
  sealed: { ProjectCreated: ['name'] },
  snapshot: { version: 2, every: 200 },
};
