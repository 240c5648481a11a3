import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Identity, Principal } from '@pps/identity';
import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { UuidParam } from '../http/request-parts.decorator';
import { changeKey, createKey, refuseMoreAccounts, revokeKey } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { AsOf, TakesAsOf } from '../as-of/as-of.guard';
import { IDENTITY } from '../auth/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { BeyondPrograms, RequireRecentLogin, RequireScope } from '../auth/route-access.decorator';
import { ApiKeyRecordDto, CreateApiKeyDto, CreatedApiKeyDto, UpdateApiKeyDto } from './api-key.dto';
import { decodeNewKey } from './decode-new-key';
import { apiKeyRowOf, describeKeys, toCreatedApiKeyBody, apiKeyList, apiKeyListAt } from './api-key-list';

@ApiTags('api-keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'keyUses' | 'keys' | 'projectAccounts'>,
  ) {}

  @Post()
  @BeyondPrograms()
  @RequireRecentLogin()
  @RequireScope('write')
  @ApiBody({ type: CreateApiKeyDto })
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async create(@Body() body: unknown, @CurrentPrincipal() maker: Principal) {
    const asked = await decodeNewKey(body, this.app.clock());
    return toCreatedApiKeyBody(await createKey({ ...this.app, ...this.identity }, maker, asked));
  }

  @Get()
  @TakesAsOf()
  @RequireScope('read')
  @ApiOkResponse({ type: [ApiKeyRecordDto], description: 'Revoked keys too, newest first.' })
  list(@CurrentPrincipal() caller: Principal, @AsOf() at: Date | undefined) {
    return at ? apiKeyListAt(this.app, this.identity, caller, at) : apiKeyList(this.app, this.identity, caller);
  }

  @Patch(':key_id')
  @BeyondPrograms()
  @RequireRecentLogin()
  @RequireScope('write')
  @ApiOkResponse({ type: ApiKeyRecordDto })
  async update(@UuidParam('key_id') keyId: string, @Body() body: UpdateApiKeyDto, @CurrentPrincipal() caller: Principal) {
    const accountIds = body.platform_account_ids;
    await refuseMoreAccounts(this.app, caller, accountIds);
    const changes = {
      ...(body.name ? { name: body.name } : {}),
      ...(body.scopes ? { scopes: body.scopes } : {}),
      ...(accountIds === undefined ? {} : { accountIds }),
      ...(body.publishing_mode ? { mode: body.publishing_mode } : {}),
    };
    const key = await changeKey({ ...this.app, ...this.identity }, caller, keyId, changes);
    const [known] = await describeKeys(this.app, this.identity.keyUses, [apiKeyRowOf(key)]);
    return known;
  }

  @Delete(':key_id')
  @BeyondPrograms()
  @RequireScope('destructive')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Revoked, for every process at once, with the keys that it made; its webhooks are disabled.' })
  async revoke(@UuidParam('key_id') keyId: string, @CurrentPrincipal() caller: Principal) {
    await revokeKey(this.app, caller, keyId);
  }
}
