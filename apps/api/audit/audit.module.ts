import { Module } from '@nestjs/common';
import { AuditHistoryController } from './audit-history.controller';
import { AuditProofsController } from './audit-proofs.controller';
import { HistoryExports } from '@pps/audit';

@Module({ controllers: [AuditHistoryController, AuditProofsController], providers: [HistoryExports] })
export class AuditApiModule {}
