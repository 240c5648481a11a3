import { Module } from '@nestjs/common';
import { CreateSandboxHandler } from './create-sandbox';
import { OpenWorkspaceHandler } from './open-workspace';
import { ResetSandboxHandler } from './reset-sandbox';

@Module({ providers: [OpenWorkspaceHandler, CreateSandboxHandler, ResetSandboxHandler] })
export class WorkspacesModule {}
