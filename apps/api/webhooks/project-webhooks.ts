import type { Principal } from '@pps/identity';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { webhooksProjection } from '@projections/webhooks/webhooks.projection';
import { listWebhooks, type WebhookRow } from '@projections/webhooks/webhooks.query';

/** The webhooks of a project, as of the moment of asking. */
@Injectable()
export class ProjectWebhooks {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly freshness: Freshness,
  ) {}

  async of({ organizationId, projectId, epoch }: Pick<Principal, 'organizationId' | 'projectId' | 'epoch'>): Promise<WebhookRow[]> {
    await this.freshness.wait(webhooksProjection.name, { organizationId });
    return listWebhooks(this.db, projectId, epoch);
  }
}
