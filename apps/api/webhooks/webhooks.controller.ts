import { ApiProperty, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { isWithin } from '@pps/kernel';
import { UuidParam } from '../http/request-parts.decorator';
import { createWebhook, editWebhook } from '@pps/use-cases';
import { DeleteWebhook, eventCatalogue, type CataloguedEvent } from '@pps/webhooks';
import { defaultEvents, requireWebhook, webhookStream } from '@pps/webhooks/events';
import { APP, type App } from '../../foundation/bind-app';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { WebhookCreateDto, WebhookUpdateDto } from './webhook-input.dto';
import { CreatedWebhookDto, shownWebhook, toWebhookBody, WebhookDto } from './webhook.dto';
import { webhookOwnerOf } from './webhook-deliveries';
import { webhooksProjection } from '@projections/webhooks/webhooks.projection';
import { listWebhooks, type WebhookRow } from '@projections/webhooks/webhooks.query';

class WebhookEventDto {
  @ApiProperty()
  event!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON Schema (2020-12) of the whole body.' })
  schema!: object;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'A body that the schema allows.' })
  example!: object;
}

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
  ) {}

  @Post()
  @RequireScope('write')
  @ApiCreatedResponse({ type: CreatedWebhookDto })
  async create(@Body() body: WebhookCreateDto, @CurrentPrincipal() principal: Principal): Promise<CreatedWebhookDto> {
    const created = await createWebhook(this.app, principal, {
      url: body.url,
      secret: body.secret ?? null,
      events: unique(body.events ?? defaultEvents),
      accountIds: body.platform_account_ids ?? null,
      headers: body.headers ?? null,
      hasKeyPair: body.has_key_pair ?? false,
      isEnabled: body.is_enabled ?? true,
    });
    return { ...toWebhookBody(shownWebhook(created.webhook)), ...(created.newSecret !== null && { secret: created.newSecret }) };
  }

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: [WebhookDto] })
  async all(@CurrentPrincipal() principal: Principal): Promise<WebhookDto[]> {
    const webhooks = await projectWebhooks(this.app, principal);
    return webhooks.filter(({ accountIds }) => isWithin(accountIds, principal.accountIds)).map(toWebhookBody);
  }

  // Before the route of one webhook, which would take it for an id.
  @Get('events')
  @RequireScope('read')
  @ApiOperation({ summary: 'Every event that may be sent, with its schema and an example' })
  @ApiOkResponse({ type: [WebhookEventDto] })
  events(): readonly CataloguedEvent[] {
    return eventCatalogue;
  }

  @Get(':webhook_id')
  @RequireScope('read')
  @ApiOkResponse({ type: WebhookDto })
  async one(@UuidParam('webhook_id') webhookId: string, @CurrentPrincipal() principal: Principal): Promise<WebhookDto> {
    const { state } = await this.app.live.get(webhookStream, webhookId);
    return toWebhookBody(shownWebhook(requireWebhook(state, webhookOwnerOf(principal))));
  }

  @Patch(':webhook_id')
  @RequireScope('write')
  @ApiOkResponse({ type: WebhookDto })
  async update(
    @UuidParam('webhook_id') webhookId: string,
    @Body() body: WebhookUpdateDto,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WebhookDto> {
    const { url, secret, events, platform_account_ids: accountIds, headers, has_key_pair: hasKeyPair, is_enabled: isEnabled } = body;
    const edit = {
      ...(typeof url === 'string' && { url }),
      ...(typeof secret === 'string' && { secret }),
      ...(events && { events: unique(events) }),
      ...(typeof isEnabled === 'boolean' && { isEnabled }),
      ...(accountIds !== undefined && { accountIds }),
      ...(headers !== undefined && { headers }),
      ...(typeof hasKeyPair === 'boolean' && { hasKeyPair }),
    };
    return toWebhookBody(shownWebhook(await editWebhook(this.app, principal, webhookId, edit)));
  }

  @Delete(':webhook_id')
  @RequireScope('destructive')
  @HttpCode(204)
  @ApiNoContentResponse()
  async remove(@UuidParam('webhook_id') webhookId: string, @CurrentPrincipal() principal: Principal): Promise<void> {
    await this.commands.execute(new DeleteWebhook(webhookId, webhookOwnerOf(principal), originOfPrincipal(principal, this.app.clock())));
  }
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** The webhooks of a project, as of the moment of asking. */
async function projectWebhooks(
  app: Pick<App, 'freshness' | 'db'>,
  { organizationId, projectId, epoch }: Pick<Principal, 'organizationId' | 'projectId' | 'epoch'>,
): Promise<WebhookRow[]> {
  await app.freshness.wait(webhooksProjection.name, { organizationId });
  return listWebhooks(app.db, projectId, epoch);
}
