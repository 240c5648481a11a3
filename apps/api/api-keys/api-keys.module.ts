import { Module } from '@nestjs/common';
import { UseCasesModule } from '@pps/use-cases';
import { ApiKeyList } from './api-key-list';
import { ApiKeysController } from './api-keys.controller';

@Module({ imports: [UseCasesModule], controllers: [ApiKeysController], providers: [ApiKeyList] })
export class ApiKeysModule {}
