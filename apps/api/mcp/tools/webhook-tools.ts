import { isWithin } from '@pps/kernel';
import { listWebhooks } from '@projections/webhooks/webhooks.query';
import { webhooksProjection } from '@projections/webhooks/webhooks.projection';
import { outsideWords } from '../outside-words';
import {
  countSchema,
  flagSchema,
  listOf,
  objectSchema,
  orNull,
  outsideText,
  resultSchema,
  textSchema,
  uuidSchema,
  type Tool,
} from '../tool';

const health: Tool = {
  name: 'webhook_health',
  title: 'Health of webhooks',
  description: 'The webhooks that are told what happens, and whether they receive it.',
  set: 'webhooks',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({}),
  output: resultSchema({
    webhooks: listOf(
      resultSchema({
        id: uuidSchema,
        healthy: flagSchema,
        disabled_reason: orNull(textSchema),
        failing_since: orNull({ type: 'string', format: 'date-time' }),
        dropped: countSchema,
        next: textSchema,
        outside_text: outsideText,
      }),
    ),
  }),
  async run({ app }, { principal }) {
    const { organizationId, projectId, epoch, accountIds } = principal;
    await app.freshness.wait(webhooksProjection.name, { organizationId });
    const webhooks = (await listWebhooks(app.db, projectId, epoch)).filter((webhook) => isWithin(webhook.accountIds, accountIds));
    return {
      webhooks: webhooks.map(({ webhookId, url, disabledReason, failingSince, dropped }) => ({
        id: webhookId,
        healthy: disabledReason === null && failingSince === null,
        disabled_reason: disabledReason,
        failing_since: failingSince,
        dropped: dropped?.count ?? 0,
        next: nextOf(disabledReason, failingSince),
        // A path of an address may be a secret.
        outside_text: outsideWords({ host: URL.canParse(url) ? new URL(url).host : null }),
      })),
    };
  },
};

function nextOf(disabledReason: string | null, failingSince: string | null): string {
  if (disabledReason !== null) return 'It is sent nothing; enable it again with PATCH /v1/webhooks/{id} once its receiver works.';
  return failingSince === null
    ? 'Nothing is to be done.'
    : 'Every attempt fails: look at the receiver; deliveries are tried again by themselves.';
}

export const webhookTools: readonly Tool[] = [health];
