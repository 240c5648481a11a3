import { VAULT, type Vault } from '@pps/vault';
import { Inject, Injectable } from '@nestjs/common';
import { readPlan } from '@pps/billing';
import { LiveStates } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { loadProjects, type OrganizationProfile } from '@pps/workspaces';
import { organizationStream } from '@pps/workspaces/events';
import { toProjectBody } from './project-body';

/** The organization with its projects, as of the moment of asking. */
@Injectable()
export class ProjectsContext {
  constructor(
    private readonly live: LiveStates,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async of(organizationId: string, activeProjectId: string, head: bigint) {
    const { state: organization } = await this.live.get(organizationStream, organizationId, head);
    if (organization.kind === 'none') throw new NotFound('Organization');
    const [subscription, projects, profile] = await Promise.all([
      readPlan(this.live, organizationId, head),
      loadProjects(this.live, organization, head),
      this.vault.get<OrganizationProfile>(organization.profileRef),
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
}
