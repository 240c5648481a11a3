import { Module } from '@nestjs/common';
import { ApiKeyList } from './api-key-list';
import { ApiKeysController } from './api-keys.controller';

@Module({ controllers: [ApiKeysController], providers: [ApiKeyList] })
export class ApiKeysModule {}
