import { factsOf, type RecordedFact } from '@pps/event-store';
import { jsonb, defineProjection, oneByOne, type ProjectionContext } from '@pps/read-store';
import { webhookStream, type WebhookFact } from '@pps/webhooks/events';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';
import { webhookTable } from './webhooks.tables';

/** The webhooks of a project, as lists of the interface show them. */
export const webhooksProjection = defineProjection({
  name: 'webhooks',
  version: 1,
  handles: factsOf(webhookStream).and(projectStream, 'SandboxReset'),
  tables: [webhookTable],
  project: oneByOne((fact, context) => {
    if (fact.type === 'SandboxReset') return purge(fact, context);
    return apply(fact, context);
  }),
});

async function apply(fact: RecordedFact<WebhookFact>, { tx, table }: ProjectionContext): Promise<void> {
  const webhook = table('webhook');
  const id = fact.stream.slice('webhook-'.length);
  const { revision } = fact;
  const change = (columns: object) =>
    tx(webhook)
      .where({ webhook_id: id })
      .andWhere('revision', '<', revision)
      .update({ ...columns, revision });
  switch (fact.type) {
    case 'WebhookCreated':
      return webhookTable.insertMissing(tx, webhook, [webhookTable.row(fact)]);
    case 'WebhookUpdated': {
      const { url, events, updatedAt } = fact.data;
      return void (await change({ ...(url && { url }), ...(events && { events: jsonb(events) }), updated_at: updatedAt }));
    }
    case 'WebhookSecretRotated':
      return void (await change({ updated_at: fact.data.rotatedAt }));
    case 'WebhookDisabled':
      return void (await change({ disabled_reason: fact.data.reason, updated_at: fact.data.at }));
    case 'WebhookEnabled':
      return void (await change({ disabled_reason: null, updated_at: fact.data.at }));
    case 'WebhookDeleted':
      return void (await tx(webhook).where({ webhook_id: id }).delete());
  }
}

async function purge(fact: RecordedFact<SandboxReset>, { tx, table }: ProjectionContext): Promise<void> {
  const { epoch } = fact.data;
  await tx(table('webhook'))
    .where({ project_id: fact.stream.slice('project-'.length) })
    .andWhere('epoch', '<', epoch)
    .delete();
}
