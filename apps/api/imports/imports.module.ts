import { Module } from '@nestjs/common';
import { ImportUploadsController } from './import-uploads.controller';
import { ImportsController } from './imports.controller';

/** Its routes come before those with a pin's id. */
@Module({ controllers: [ImportUploadsController, ImportsController] })
export class ImportsApiModule {}
