import { Module } from '@nestjs/common';
import { AuditHistoryController } from './audit-history.controller';
import { AuditProofsController } from './audit-proofs.controller';
import { HistoryExports } from './history-exports';

@Module({ controllers: [AuditHistoryController, AuditProofsController], providers: [HistoryExports] })
export class AuditApiModule {}
