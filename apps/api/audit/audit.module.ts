import { Module } from '@nestjs/common';
import { AuditHistoryController } from './audit-history.controller';
import { AuditProofsController } from './audit-proofs.controller';

@Module({ controllers: [AuditHistoryController, AuditProofsController] })
export class AuditApiModule {}
