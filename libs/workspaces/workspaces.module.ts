import { Module } from '@nestjs/common';
import { ChangeOrganizationProfileHandler } from './organizations/change-organization-profile';
import { CreateSandboxHandler } from './projects/create-sandbox';
import { OpenWorkspaceHandler } from './open-workspace';
import { ResetSandboxHandler } from './projects/reset-sandbox';

@Module({ providers: [OpenWorkspaceHandler, CreateSandboxHandler, ResetSandboxHandler, ChangeOrganizationProfileHandler] })
export class WorkspacesModule {}
