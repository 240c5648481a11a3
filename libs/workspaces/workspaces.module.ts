import { Module } from '@nestjs/common';
import { ChangeOrganizationProfileHandler } from './organizations/change-organization-profile';
import { CreateSandboxProjectHandler } from './projects/create-sandbox-project';
import { RegisterOrganizationHandler } from './register-organization';
import { StartSandboxEpochHandler } from './projects/start-sandbox-epoch';

@Module({
  providers: [RegisterOrganizationHandler, CreateSandboxProjectHandler, StartSandboxEpochHandler, ChangeOrganizationProfileHandler],
})
export class WorkspacesModule {}
