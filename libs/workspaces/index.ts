export { workspacesCommands } from './commands';
export { registerOrganization } from './register-organization';
export { createSandboxProject } from './projects/create-sandbox-project';
export { startSandboxEpoch } from './projects/start-sandbox-epoch';
export { changeOrganizationProfile, type ChangeOrganizationProfileDeps } from './organizations/change-organization-profile';
export type { OrganizationProfile } from './organizations/organization-profile';
export { invoiceFields, organizationSubject } from './organizations/organization-profile';
export { loadProjects, sandboxProjectId } from './projects/load-projects';
export { forgetOrganization, recordErasure } from './organizations/organization.decider';
export { forgetProject } from './projects/project.decider';
export { RequestAccountExport } from './account-exports/request-account-export';
export { endAccountExport, recordAccountExport, recordExportDownload } from './account-exports/account-export.decider';
export {
  beginExport,
  dropExport,
  dueExports,
  exportFilesOf,
  notedFiles,
  noteExport,
  postponeExport,
  wakeExport,
  wakeExportsOf,
  type ExportJob,
} from './account-exports/export-jobs.store';
export { workspacesMigrations } from './workspaces.migrations';
export {
  dropDeletion,
  dueForgettings,
  findForgetting,
  forgettingSteps,
  listForgettings,
  noteDeletion,
  noteForgetting,
  postponeForgetting,
  readErasureOverdue,
  restartForgettings,
  saveForgetting,
  type Forgetting,
  type ForgettingStep,
} from './forgetting/forgettings.store';
export { isRegisteredOrganization } from './organizations/is-registered-organization';
