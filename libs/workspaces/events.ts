export type * from './organization.events';
export type * from './project.events';
export type { Organization, OrganizationState } from './organization.decider';
export type { Project, ProjectState } from './project.decider';
export { organizationStream } from './organization.stream';
export { organizationSubject } from './organization-profile';
export { projectStream } from './project.stream';
export type { EpochOfProject } from './present-epoch';
export { isPresentEpoch, type PresentEpoch } from './present-epoch';
