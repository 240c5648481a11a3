import {
  ApiProperty,
  ApiPropertyOptional,
  PartialType,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { type Scope, allScopes, type Identity, type Principal } from '@pps/identity';
import { AccountListField } from '../connections/account-list.decorator';
import { TextLength } from '../http/field-rules.decorator';
import { ArrayMinSize, ArrayUnique, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { UuidParam } from '../http/request-parts.decorator';
import { changeKey, createKey, refuseMoreAccounts, revokeKey } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { AsOf, TakesAsOf } from '../as-of/as-of.guard';
import { IDENTITY } from '../auth/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireRecentLogin, RequireScope } from '../auth/route-access.decorator';
import { apiKeyRowOf, toApiKeyBody, toCreatedApiKeyBody, apiKeyList, apiKeyListAt } from './api-key-list';

class CreateApiKeyDto {
  @ApiProperty({ minLength: 1, maxLength: 255 })
  @IsString()
  @TextLength(1, 255)
  readonly name: string;

  @ApiPropertyOptional({ enum: allScopes, isArray: true, nullable: true, description: 'All when absent.' })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(allScopes, { each: true })
  readonly scopes?: Scope[] | null;

  @AccountListField('Accounts the key may name; every one when absent.')
  readonly platform_account_ids?: string[] | null;
}

class UpdateApiKeyDto extends PartialType(CreateApiKeyDto) {
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255, description: 'null leaves it.' })
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  declare readonly name?: string;
}

class KnownApiKeyDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'uuid' })
  readonly workspace_id: string;

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ example: 'pps_live_a1B2' })
  readonly key_prefix: string;

  @ApiProperty({ enum: allScopes, isArray: true })
  readonly scopes: string[];

  @ApiProperty({ type: [String], format: 'uuid', nullable: true })
  readonly platform_account_ids: string[] | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The key that made it, whose grants, as they are now, bound its own; null: a person made it.',
  })
  readonly made_by: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;
}

class ApiKeyRecordDto extends KnownApiKeyDto {
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly last_used_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly revoked_at: string | null;
}

class CreatedApiKeyDto extends KnownApiKeyDto {
  @ApiProperty({ description: 'The key; shown this once.' })
  readonly api_key: string;
}

@ApiTags('api-keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'keyUses' | 'keys' | 'projectAccounts'>,
  ) {}

  @Post()
  @RequireRecentLogin()
  @RequireScope('write')
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async create(@Body() body: CreateApiKeyDto, @CurrentPrincipal() maker: Principal) {
    const permissions = { scopes: body.scopes ?? allScopes, accountIds: body.platform_account_ids ?? null };
    return toCreatedApiKeyBody(await createKey({ ...this.app, ...this.identity }, maker, body.name, permissions));
  }

  @Get()
  @TakesAsOf()
  @RequireScope('read')
  @ApiOkResponse({ type: [ApiKeyRecordDto], description: 'Revoked keys too, newest first.' })
  list(@CurrentPrincipal() caller: Principal, @AsOf() at: Date | undefined) {
    return at ? apiKeyListAt(this.app, this.identity, caller, at) : apiKeyList(this.app, this.identity, caller);
  }

  @Patch(':key_id')
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
    };
    const key = await changeKey({ ...this.app, ...this.identity }, caller, keyId, changes);
    const uses = await this.identity.keyUses.findLastUses([keyId]);
    return toApiKeyBody(apiKeyRowOf(key), uses.get(keyId));
  }

  @Delete(':key_id')
  @RequireScope('destructive')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Revoked, for every process at once, with the keys that it made; its webhooks are disabled.' })
  async revoke(@UuidParam('key_id') keyId: string, @CurrentPrincipal() caller: Principal) {
    await revokeKey(this.app, caller, keyId);
  }
}
