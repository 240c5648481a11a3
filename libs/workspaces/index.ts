export { WorkspacesModule } from './workspaces.module';
export type { NewWorkspace } from './open-workspace';
export { OpenWorkspace } from './open-workspace';
export { CreateSandbox } from './create-sandbox';
export { ResetSandbox } from './reset-sandbox';
export { ChangeOrganizationProfile } from './change-organization-profile';
export type { InvoiceField, OrganizationProfile } from './organization-profile';
export { invoiceFields, organizationSubject } from './organization-profile';
export { projectsOf, sandboxProjectId } from './projects-of';
