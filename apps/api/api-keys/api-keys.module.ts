import { Module } from '@nestjs/common';
import { UseCasesModule } from '@pps/use-cases';
import { IdentityModule } from '@pps/identity';
import { ApiKeyList } from './api-key-list';
import { ApiKeysController } from './api-keys.controller';

@Module({ imports: [UseCasesModule, IdentityModule], controllers: [ApiKeysController], providers: [ApiKeyList] })
export class ApiKeysModule {}
