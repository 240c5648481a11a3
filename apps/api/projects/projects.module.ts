import { Module } from '@nestjs/common';
import { RateLimitsModule } from '@pps/rate-limits';
import { UseCasesModule } from '@pps/use-cases';
import { AuthModule } from '../auth/auth.module';
import { ProjectsController } from './projects.controller';
import { SandboxController } from './sandbox.controller';
import { SwitchController } from './switch.controller';

@Module({ imports: [AuthModule, RateLimitsModule, UseCasesModule], controllers: [ProjectsController, SandboxController, SwitchController] })
export class ProjectsModule {}
