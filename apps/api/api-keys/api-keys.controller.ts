import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { allScopes, type Identity, type Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import { changeKey, createKey, refuseMoreAccounts, revokeKey } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { AsOf, TakesAsOf } from '../as-of/takes-as-of.decorator';
import { IDENTITY } from '../auth/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireRecentLogin, RequireScope } from '../auth/route-access.decorator';
import { apiKeyRowOf, toApiKeyBody, toCreatedApiKeyBody } from './api-key-body';
import { ApiKeyRecordDto, CreateApiKeyDto, CreatedApiKeyDto, UpdateApiKeyDto } from './api-key.dto';
import { ApiKeyList } from './api-key-list';

@ApiTags('api-keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeyList,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'keyUses' | 'keys' | 'projectAccounts'>,
    @Inject(APP) private readonly deps: App,
  ) {}

  @Post()
  @RequireRecentLogin()
  @RequireScope('write')
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async create(@Body() body: CreateApiKeyDto, @CurrentPrincipal() maker: Principal) {
    const permissions = { scopes: body.scopes ?? allScopes, accountIds: body.platform_account_ids ?? null };
    return toCreatedApiKeyBody(await createKey({ ...this.deps, ...this.identity }, maker, body.name, permissions));
  }

  @Get()
  @TakesAsOf()
  @RequireScope('read')
  @ApiOkResponse({ type: [ApiKeyRecordDto], description: 'Revoked keys too, newest first.' })
  list(@CurrentPrincipal() caller: Principal, @AsOf() at: Date | undefined) {
    return at ? this.keys.at(caller, at) : this.keys.of(caller);
  }

  @Patch(':key_id')
  @RequireRecentLogin()
  @RequireScope('write')
  @ApiOkResponse({ type: ApiKeyRecordDto })
  async update(@UuidParam('key_id') keyId: string, @Body() body: UpdateApiKeyDto, @CurrentPrincipal() caller: Principal) {
    const accountIds = body.platform_account_ids;
    await refuseMoreAccounts(this.deps, caller, accountIds);
    const changes = {
      ...(body.name ? { name: body.name } : {}),
      ...(body.scopes ? { scopes: body.scopes } : {}),
      ...(accountIds === undefined ? {} : { accountIds }),
    };
    const key = await changeKey({ ...this.deps, ...this.identity }, caller, keyId, changes);
    const uses = await this.identity.keyUses.findLastUses([keyId]);
    return toApiKeyBody(apiKeyRowOf(key), uses.get(keyId));
  }

  @Delete(':key_id')
  @RequireScope('destructive')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Revoked, for every process at once, with the keys that it made; its webhooks are disabled.' })
  async revoke(@UuidParam('key_id') keyId: string, @CurrentPrincipal() caller: Principal) {
    await revokeKey(this.deps, caller, keyId);
  }
}
