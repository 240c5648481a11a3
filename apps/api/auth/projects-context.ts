import { readPlan, type Plan } from '@pps/billing';
import { NotFound } from '@pps/kernel';
import { loadProjects, type OrganizationProfile } from '@pps/workspaces';
import { organizationStream, type Project } from '@pps/workspaces/events';
import type { App } from '../../foundation/bind-app';

/** The organization with its projects, as of the moment of asking. */
export async function projectsContext(app: Pick<App, 'live' | 'vault'>, organizationId: string, activeProjectId: string, head: bigint) {
  const { state: organization } = await app.live.get(organizationStream, organizationId, head);
  if (organization.kind === 'none') throw new NotFound('Organization');
  const [subscription, projects, profile] = await Promise.all([
    readPlan(app.live, organizationId, head),
    loadProjects(app.live, organization, head),
    app.vault.get<OrganizationProfile>(organization.profileRef),
  ]);
  const active = projects.find(({ projectId }) => projectId === activeProjectId);
  if (!active) throw new NotFound('Project');
  const body = {
    organization: { id: organizationId, name: profile?.workspace_name ?? '' },
    active_project: toProjectBody(active, subscription.plan),
    projects: projects.map((project) => toProjectBody(project, subscription.plan)),
  };
  return { body, subscription, active };
}

/** A project as responses show it; its plan is the organization's. */
function toProjectBody({ projectId, name, environment, timezone, createdAt }: Project, plan: Plan) {
  return { id: projectId, name, environment, timezone, plan, created_at: createdAt };
}
