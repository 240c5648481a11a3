export { workspacesCommands } from './commands';
export { registerOrganization, isRegisteredOrganization } from './organizations/register-organization';
export { createSandboxProject, startSandboxEpoch } from './projects/sandbox-project';
export {
  changeOrganizationProfile,
  type ChangeOrganizationProfileDeps,
  type OrganizationProfile,
  invoiceFields,
  organizationSubject,
} from './organizations/organization-profile';
export { loadProjects, sandboxProjectId } from './projects/load-projects';
export { forgetOrganization, recordErasure } from './organizations/organization.stream';
export { forgetProject } from './projects/project.stream';
export { RequestAccountExport } from './account-exports/request-account-export';
export { endAccountExport, recordAccountExport, recordExportDownload } from './account-exports/account-export.stream';
export {
  beginExport,
  dropExport,
  accountExportsDue,
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
  forgettingDue,
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
