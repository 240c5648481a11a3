import { Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import { RedeliverEvent, SendTest } from '@pps/webhooks';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { webhookDeliveryPage, webhookDeliveryDetail, findWebhookDelivery, requireOwnWebhook, webhookOwnerOf } from './webhook-deliveries';
import { DeliveryPageQueryDto } from './delivery-page.dto';
import { DeliveryDetailDto, DeliveryPageDto, SentTestDto } from './webhook-delivery.dto';
import { APP, type App } from '../../foundation/bind-app';
import { CountsLimit } from '../limits/rate-limit.guard';

@ApiTags('webhooks')
@Controller('v1/webhooks/:webhook_id')
export class WebhookDeliveriesController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
  ) {}

  @Get('deliveries')
  @RequireScope('read')
  @ApiOkResponse({ type: DeliveryPageDto })
  page(
    @UuidParam('webhook_id') webhookId: string,
    @Query() query: DeliveryPageQueryDto,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeliveryPageDto> {
    return webhookDeliveryPage(this.app, webhookId, principal, query);
  }

  @Get('deliveries/:delivery_id')
  @RequireScope('read')
  @ApiOkResponse({ type: DeliveryDetailDto })
  one(
    @UuidParam('webhook_id') webhookId: string,
    @UuidParam('delivery_id') deliveryId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeliveryDetailDto> {
    return webhookDeliveryDetail(this.app, webhookId, deliveryId, principal);
  }

  @Post('deliveries/:delivery_id/redeliver')
  @RequireScope('write')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: DeliveryDetailDto })
  async redeliver(
    @UuidParam('webhook_id') webhookId: string,
    @UuidParam('delivery_id') deliveryId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeliveryDetailDto> {
    await findWebhookDelivery(this.app, webhookId, deliveryId, principal);
    await this.commands.execute(
      new RedeliverEvent(webhookId, deliveryId, webhookOwnerOf(principal), originOfPrincipal(principal, this.app.clock())),
    );
    return webhookDeliveryDetail(this.app, webhookId, deliveryId, principal);
  }

  @Post('test')
  @CountsLimit('webhook_tests')
  @RequireScope('write')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: SentTestDto })
  async test(@UuidParam('webhook_id') webhookId: string, @CurrentPrincipal() principal: Principal): Promise<{ delivery_id: string }> {
    await requireOwnWebhook(this.app, webhookId, principal);
    await this.app.rateLimits.require('webhook_tests', principal.projectId);
    const origin = originOfPrincipal(principal, this.app.clock());
    return { delivery_id: await this.commands.execute(new SendTest(webhookId, webhookOwnerOf(principal), origin)) };
  }
}
