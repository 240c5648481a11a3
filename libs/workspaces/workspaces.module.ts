import { Module } from '@nestjs/common';
import { ChangeOrganizationProfileHandler } from './change-organization-profile';
import { CreateSandboxHandler } from './create-sandbox';
import { OpenWorkspaceHandler } from './open-workspace';
import { ResetSandboxHandler } from './reset-sandbox';

@Module({ providers: [OpenWorkspaceHandler, CreateSandboxHandler, ResetSandboxHandler, ChangeOrganizationProfileHandler] })
export class WorkspacesModule {}
