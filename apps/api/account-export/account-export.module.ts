import { Module } from '@nestjs/common';
import { workspacesCommands } from '@pps/workspaces';
import { APP, type App } from '../../foundation/bind-app';
import { registerCommands } from '../commands/register-commands';
import { AccountExportController } from './account-export.controller';
import { ExportLinks } from './export-links';

@Module({
  controllers: [AccountExportController],
  providers: [ExportLinks, ...registerCommands<App>(APP, workspacesCommands)],
})
export class AccountExportModule {}
