import { Module } from '@nestjs/common';
import { RequestAccountExportHandler } from './account-exports/request-account-export';

@Module({ providers: [RequestAccountExportHandler] })
export class WorkspacesModule {}
