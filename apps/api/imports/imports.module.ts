import { Module } from '@nestjs/common';
import { UseCasesModule } from '@pps/use-cases';
import { ImportUploadsController } from './import-uploads.controller';
import { ImportsController } from './imports.controller';

/** Its routes come before those with a pin's id. */
@Module({ imports: [UseCasesModule], controllers: [ImportUploadsController, ImportsController] })
export class ImportsApiModule {}
