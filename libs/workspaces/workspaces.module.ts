import { Module } from '@nestjs/common';
import { ChangeOrganizationProfileHandler } from './organizations/change-organization-profile';
import { RequestAccountExportHandler } from './account-exports/request-account-export';
import { CreateSandboxProjectHandler } from './projects/create-sandbox-project';
import { RegisterOrganizationHandler } from './register-organization';
import { StartSandboxEpochHandler } from './projects/start-sandbox-epoch';

@Module({
  providers: [
    RegisterOrganizationHandler,
    CreateSandboxProjectHandler,
    StartSandboxEpochHandler,
    ChangeOrganizationProfileHandler,
    RequestAccountExportHandler,
  ],
})
export class WorkspacesModule {}
