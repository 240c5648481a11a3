import { factsOf, type RecordedFact } from '@pps/event-store';
import { jsonb, defineProjection, oneByOne, type ProjectionContext } from '@pps/read-store';
import { webhookStream, type WebhookFact } from '@pps/webhooks/events';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';

/** The webhooks of a project, as lists of the interface show them. */
export const webhooksProjection = defineProjection({
  name: 'webhooks',
  version: 1,
  handles: factsOf(webhookStream).and(projectStream, 'SandboxReset'),
  tables: ['webhook'],
  create,
  project: oneByOne((fact, context) => {
    if (fact.type === 'SandboxReset') return purge(fact, context);
    return apply(fact, context);
  }),
});

async function create({ tx, table }: ProjectionContext): Promise<void> {
  const webhook = table('webhook');
  await tx.raw(`
    create table ${webhook} (
      webhook_id uuid primary key,
      project_id uuid not null,
      epoch int not null,
      url text not null,
      events jsonb not null,
      disabled_reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      revision int not null);
    create index on ${webhook} (project_id, epoch, created_at);
    comment on table ${webhook} is 'Webhooks that exist; one row each.';
    comment on column ${webhook}.webhook_id is 'Id of the webhook.';
    comment on column ${webhook}.project_id is 'Project it belongs to.';
    comment on column ${webhook}.epoch is 'Epoch of the project it was made in; a sandbox reset begins a new one.';
    comment on column ${webhook}.url is 'Where events are sent.';
    comment on column ${webhook}.events is 'Names of the events it subscribes to; * is all.';
    comment on column ${webhook}.disabled_reason is 'Why nothing is sent: requested, gone or failing; null while it is enabled.';
    comment on column ${webhook}.created_at is 'When it was made.';
    comment on column ${webhook}.updated_at is 'When it was last changed.';
    comment on column ${webhook}.revision is 'Revision of the last fact taken in.';`);
}

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
    case 'WebhookCreated': {
      const row = {
        webhook_id: id,
        project_id: fact.data.projectId,
        epoch: fact.data.epoch,
        url: fact.data.url,
        events: jsonb(fact.data.events),
        disabled_reason: fact.data.isEnabled ? null : 'requested',
        created_at: fact.data.createdAt,
        updated_at: fact.data.createdAt,
        revision,
      };
      return void (await tx(webhook).insert(row).onConflict('webhook_id').ignore());
    }
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
