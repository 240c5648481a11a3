import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { organizationStream } from '../organizations/organization.stream';
import { createProject, type Project } from './project.decider';
import { projectStream } from './project.stream';
import { sandboxProjectId } from './load-projects';

/** Creates the organization's sandbox project, or gives the one that exists. Throws `NotFound` for an absent organization. */
export class CreateSandboxProject extends Command<Project> {
  constructor(
    readonly sandbox: { readonly organizationId: string; readonly name: string },
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(CreateSandboxProject)
export class CreateSandboxProjectHandler implements ICommandHandler<CreateSandboxProject> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ sandbox: { organizationId, name }, origin }: CreateSandboxProject): Promise<Project> {
    const projectId = sandboxProjectId(organizationId);
    const timezone = await this.loadTimezone(organizationId);
    const created = { projectId, organizationId, environment: 'sandbox', name, timezone, createdAt: origin.occurredAt } as const;
    const sandboxOrigin = { ...origin, projectId, epoch: 0 };
    const { state } = await this.runner.run(projectStream, projectId, sandboxOrigin, (current) => createProject(created, current));
    if (state.kind === 'none') throw new Error(`project ${projectId} is absent after it was created`);
    return state;
  }

  private async loadTimezone(organizationId: string): Promise<string> {
    const { state: organization } = await this.runner.load(organizationStream, organizationId);
    if (organization.kind === 'none') throw new NotFound('Organization');
    const { state: production } = await this.runner.load(projectStream, organization.productionProjectId);
    if (production.kind === 'none') throw new NotFound('Project');
    return production.timezone;
  }
}
