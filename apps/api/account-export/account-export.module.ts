import { Module } from '@nestjs/common';
import { WorkspacesModule } from '@pps/workspaces';
import { AccountExportController } from './account-export.controller';
import { ExportLinks } from './export-links';

@Module({ imports: [WorkspacesModule], controllers: [AccountExportController], providers: [ExportLinks] })
export class AccountExportModule {}
