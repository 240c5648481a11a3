import { Module } from '@nestjs/common';
import { UseCasesModule } from '@pps/use-cases';
import { AuthModule } from '../auth/auth.module';
import { ProjectsController } from './projects.controller';
import { SandboxController } from './sandbox.controller';
import { SwitchController } from './switch.controller';

@Module({ imports: [AuthModule, UseCasesModule], controllers: [ProjectsController, SandboxController, SwitchController] })
export class ProjectsModule {}
