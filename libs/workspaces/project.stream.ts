import type { StreamType } from '@pps/event-store';
import { project, type ProjectState } from './project.decider';
import type { ProjectFact } from './project.events';

export const projectStream: StreamType<ProjectState, ProjectFact> = { category: 'project', decider: project };
