import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ActiveWebhook } from '@pps/webhooks/events';

export class WebhookDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid' })
  workspace_id!: string;

  @ApiProperty({ format: 'uri' })
  url!: string;

  @ApiProperty({ type: [String] })
  events!: readonly string[];

  @ApiProperty({
    type: [String],
    format: 'uuid',
    nullable: true,
    description: 'It is sent only events of these accounts; null: of all.',
  })
  platform_account_ids!: readonly string[] | null;

  @ApiProperty({ type: [String], description: 'Names of the headers of your own that it is sent; their values are not shown.' })
  header_names!: readonly string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Verifies the `v1a` signatures of the key pair; null: it has none.',
  })
  public_key!: string | null;

  @ApiProperty()
  is_enabled!: boolean;

  @ApiProperty({ type: String, nullable: true, enum: ['requested', 'gone', 'failing', 'key_revoked', null] })
  disabled_reason!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Since when every attempt has failed, once that was for a day; null otherwise.',
  })
  failing_since!: string | null;

  @ApiProperty({ type: 'integer', description: 'Deliveries that were held for 90 days while it was disabled, and are not sent any more.' })
  dropped_count!: number;

  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, description: 'Sequence of the last of them.' })
  dropped_through_sequence!: number | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

export class CreatedWebhookDto extends WebhookDto {
  @ApiPropertyOptional({ description: 'Shown once, when we made it.' })
  secret?: string;
}

type Shown = Pick<
  ActiveWebhook,
  'webhookId' | 'projectId' | 'url' | 'events' | 'accountIds' | 'failingSince' | 'createdAt' | 'updatedAt'
> & {
  readonly headerNames: readonly string[];
  readonly publicKey: string | null;
  readonly disabledReason: string | null;
  readonly dropped: { readonly count: number; readonly lastSequence: number } | null;
};

/** What is shown of a webhook as its stream says it is. */
export const shownWebhook = (webhook: ActiveWebhook): Shown => ({
  ...webhook,
  headerNames: webhook.headers?.names ?? [],
  publicKey: webhook.keyPair?.publicKey ?? null,
});

export const toWebhookBody = (webhook: Shown): WebhookDto => ({
  id: webhook.webhookId,
  workspace_id: webhook.projectId,
  url: webhook.url,
  events: webhook.events,
  platform_account_ids: webhook.accountIds,
  header_names: webhook.headerNames,
  public_key: webhook.publicKey,
  is_enabled: webhook.disabledReason === null,
  disabled_reason: webhook.disabledReason,
  failing_since: webhook.failingSince,
  dropped_count: webhook.dropped?.count ?? 0,
  dropped_through_sequence: webhook.dropped?.lastSequence ?? null,
  created_at: webhook.createdAt,
  updated_at: webhook.updatedAt,
});
