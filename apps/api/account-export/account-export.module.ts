import { Module } from '@nestjs/common';
import { workspacesCommands } from '@pps/workspaces';
import { PARTS, type Parts } from '../../foundation/open-parts';
import { registerCommands } from '../commands/register-commands';
import { AccountExportController } from './account-export.controller';
import { ExportLinks } from './export-links';

@Module({
  controllers: [AccountExportController],
  providers: [ExportLinks, ...registerCommands<Parts>(PARTS, workspacesCommands)],
})
export class AccountExportModule {}
