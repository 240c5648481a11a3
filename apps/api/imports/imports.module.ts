import { Module } from '@nestjs/common';
import { IdempotencyModule } from '@pps/idempotency';
import { UseCasesModule } from '@pps/use-cases';
import { ImportUploadsController } from './import-uploads.controller';
import { ImportsController } from './imports.controller';

/** Its routes come before those with a pin's id. */
@Module({ imports: [UseCasesModule, IdempotencyModule], controllers: [ImportUploadsController, ImportsController] })
export class ImportsApiModule {}
