import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { ProjectsController } from './projects.controller';
import { SandboxController } from './sandbox.controller';
import { SwitchController } from './switch.controller';

@Module({ imports: [AuthModule], controllers: [ProjectsController, SandboxController, SwitchController] })
export class ProjectsModule {}
