import { Module } from '@nestjs/common';
import { IdentityModule } from '@pps/identity';
import { ApiKeyList } from './api-key-list';
import { ApiKeysController } from './api-keys.controller';

@Module({ imports: [IdentityModule], controllers: [ApiKeysController], providers: [ApiKeyList] })
export class ApiKeysModule {}
