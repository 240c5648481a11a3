export type {
  AccountExport,
  AccountExportDownloaded,
  AccountExportEnded,
  AccountExportFact,
  AccountExportReady,
  AccountExportRequested,
  AccountExportState,
} from './account-exports/account-export.stream';
export { accountExportStatus, accountExportStream, isExportReady, isOfEndedSessions } from './account-exports/account-export.stream';
export type {
  OrganizationErased,
  OrganizationFact,
  OrganizationForgotten,
  OrganizationProfileChanged,
  OrganizationRegistered,
  Organization,
  OrganizationState,
} from './organizations/organization.stream';
export { organizationStream } from './organizations/organization.stream';
export { organizationSubject } from './organizations/organization-profile';
export type {
  Environment,
  EpochFact,
  Project,
  ProjectCreated,
  ProjectFact,
  ProjectForgotten,
  ProjectState,
  SandboxReset,
} from './projects/project.stream';
export { epochFacts, projectStream, startsEpoch } from './projects/project.stream';
export { isPresentEpoch, type EpochOfProject, type PresentEpoch } from './projects/load-projects';
