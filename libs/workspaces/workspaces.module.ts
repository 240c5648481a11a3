import { Module } from '@nestjs/common';
import { OpenWorkspaceHandler } from './open-workspace';

@Module({ providers: [OpenWorkspaceHandler] })
export class WorkspacesModule {}
