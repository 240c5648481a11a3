import type { Database, Transaction } from './database';

export interface ProjectOfOrganization {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Notes which organization a project belongs to, for analysts who see all that an organization has. It never changes. */
export async function noteProject(tx: Transaction, { projectId, organizationId }: ProjectOfOrganization): Promise<void> {
  await tx('read_store.project_organization')
    .insert({ project_id: projectId, organization_id: organizationId })
    .onConflict('project_id')
    .ignore();
}

/** Lets a login of the group workspace_analyst see a project, or all projects of an organization; false when it did already. */
export async function grantWorkspace(db: Database, login: string, workspaceId: string): Promise<boolean> {
  const made = await db('read_store.analyst_workspace')
    .insert({ login, workspace_id: workspaceId })
    .onConflict(['login', 'workspace_id'])
    .ignore()
    .returning('login');
  return made.length > 0;
}

/** Takes that back, from the login's next statement on; false when it was not granted. */
export const revokeWorkspace = async (db: Database, login: string, workspaceId: string): Promise<boolean> =>
  (await db('read_store.analyst_workspace').where({ login, workspace_id: workspaceId }).delete()) > 0;
