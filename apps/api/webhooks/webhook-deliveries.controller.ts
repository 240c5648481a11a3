import { Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { RateLimits } from '@pps/rate-limits';
import { UuidParam } from '../http/request-parts.decorator';
import { RedeliverEvent, SendTest } from '@pps/webhooks';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { DeliveryPageQueryDto } from './delivery-page.dto';
import { DeliveryDetailDto, DeliveryPageDto, SentTestDto } from './webhook-delivery.dto';
import { WebhookDeliveries } from './webhook-deliveries';
import { webhookOwnerOf } from './webhook-owner';

@ApiTags('webhooks')
@Controller('v1/webhooks/:webhook_id')
export class WebhookDeliveriesController {
  constructor(
    private readonly commands: Commands,
    private readonly deliveries: WebhookDeliveries,
    private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('deliveries')
  @RequireScope('read')
  @ApiOkResponse({ type: DeliveryPageDto })
  page(
    @UuidParam('webhook_id') webhookId: string,
    @Query() query: DeliveryPageQueryDto,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeliveryPageDto> {
    return this.deliveries.page(webhookId, principal, query);
  }

  @Get('deliveries/:delivery_id')
  @RequireScope('read')
  @ApiOkResponse({ type: DeliveryDetailDto })
  one(
    @UuidParam('webhook_id') webhookId: string,
    @UuidParam('delivery_id') deliveryId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeliveryDetailDto> {
    return this.deliveries.detail(webhookId, deliveryId, principal);
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
    await this.deliveries.find(webhookId, deliveryId, principal);
    await this.commands.execute(
      new RedeliverEvent(webhookId, deliveryId, webhookOwnerOf(principal), originOfPrincipal(principal, this.clock())),
    );
    return this.deliveries.detail(webhookId, deliveryId, principal);
  }

  @Post('test')
  @RequireScope('write')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: SentTestDto })
  async test(@UuidParam('webhook_id') webhookId: string, @CurrentPrincipal() principal: Principal): Promise<{ delivery_id: string }> {
    await this.deliveries.requireWebhook(webhookId, principal);
    await this.limits.require('webhook_tests', principal.projectId);
    const origin = originOfPrincipal(principal, this.clock());
    return { delivery_id: await this.commands.execute(new SendTest(webhookId, webhookOwnerOf(principal), origin)) };
  }
}
