export type * from './organizations/organization.events';
export type * from './projects/project.events';
export type * from './account-exports/account-export.events';
export { accountExportStream } from './account-exports/account-export.stream';
export {
  accountExportStatus,
  isExportReady,
  isOfEndedSessions,
  type AccountExport,
  type AccountExportState,
} from './account-exports/account-export.decider';
export type { Organization, OrganizationState } from './organizations/organization.decider';
export type { Project, ProjectState } from './projects/project.decider';
export { organizationStream } from './organizations/organization.stream';
export { organizationSubject } from './organizations/organization-profile';
export { epochFacts, startsEpoch, type EpochFact } from './projects/epoch-facts';
export { projectStream } from './projects/project.stream';
export type { EpochOfProject } from './projects/present-epoch';
export { isPresentEpoch, type PresentEpoch } from './projects/present-epoch';
