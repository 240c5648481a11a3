import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LiveStates } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { CLOCK, isWithin, type Clock } from '@pps/kernel';
import { UuidParam } from '../http/request-parts.decorator';
import { createWebhook, editWebhook } from '@pps/use-cases';
import { DeleteWebhook, eventCatalogue, type CataloguedEvent } from '@pps/webhooks';
import { defaultEvents, requireWebhook, webhookStream } from '@pps/webhooks/events';
import { APP, type App } from '../../foundation/bind-app';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { WebhookEventDto } from './webhook-event.dto';
import { ProjectWebhooks } from './project-webhooks';
import { WebhookCreateDto, WebhookUpdateDto } from './webhook-input.dto';
import { CreatedWebhookDto, shownWebhook, toWebhookBody, WebhookDto } from './webhook.dto';
import { webhookOwnerOf } from './webhook-owner';

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly commands: Commands,
    private readonly live: LiveStates,
    private readonly list: ProjectWebhooks,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP) private readonly deps: App,
  ) {}

  @Post()
  @RequireScope('write')
  @ApiCreatedResponse({ type: CreatedWebhookDto })
  async create(@Body() body: WebhookCreateDto, @CurrentPrincipal() principal: Principal): Promise<CreatedWebhookDto> {
    const created = await createWebhook(this.deps, principal, {
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
    const webhooks = await this.list.of(principal);
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
    const { state } = await this.live.get(webhookStream, webhookId);
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
    return toWebhookBody(shownWebhook(await editWebhook(this.deps, principal, webhookId, edit)));
  }

  @Delete(':webhook_id')
  @RequireScope('destructive')
  @HttpCode(204)
  @ApiNoContentResponse()
  async remove(@UuidParam('webhook_id') webhookId: string, @CurrentPrincipal() principal: Principal): Promise<void> {
    await this.commands.execute(new DeleteWebhook(webhookId, webhookOwnerOf(principal), originOfPrincipal(principal, this.clock())));
  }
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
