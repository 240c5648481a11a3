import { factsOf, foldRecorded, type RecordedFact } from '@pps/event-store';
import { pinStream, type PinFact, type PinState } from '@pps/pins/events';
import { jsonb, defineProjection, type ProjectionContext } from '@pps/read-store';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';
import { pinRow, type Entry } from './pin-row';

interface Folded {
  pin_id: string;
  revision: number;
  folded: PinState;
}

/** One row a pin, as it stands: folded by the pin's own rules, spread into columns for lists, filters and analysts. */
export const pinsProjection = defineProjection({
  name: 'pins',
  version: 3,
  handles: factsOf(pinStream).and(projectStream, 'SandboxReset'),
  tables: ['pins'],
  internalColumns: ['folded'],

  async create({ tx, table }) {
    const name = table('pins');
    await tx.raw(`
      create table ${name} (
        pin_id uuid primary key, revision int not null, position bigint not null, queued_position bigint not null,
        project_id uuid not null, epoch int not null, organization_id uuid not null, account_id uuid not null, board_id text not null,
        status text not null, title text not null, link_url text, asset_id uuid, cover_asset_id uuid,
        source text not null, idempotency_key text,
        platform_pin_id text, platform_url text, error_code text, error_message text, attempts int not null,
        created_at timestamptz not null, updated_at timestamptz not null, next_attempt_at timestamptz,
        published_at timestamptz, failed_at timestamptz, folded jsonb not null);
      create index on ${name} (project_id, epoch, created_at desc, pin_id);
      create index on ${name} (project_id, epoch, status);
      create index on ${name} (account_id);
      create index on ${name} (asset_id) where asset_id is not null;
      create index on ${name} (cover_asset_id) where cover_asset_id is not null;
      create index on ${name} (platform_pin_id) where platform_pin_id is not null;
      comment on table ${name} is 'Every pin as it stands, one row each.';
      comment on column ${name}.pin_id is 'The pin; stream pin-<pin_id> in the log.';
      comment on column ${name}.revision is 'Revision of the newest fact taken in from the pin''s stream.';
      comment on column ${name}.position is 'Position of that fact in the whole log.';
      comment on column ${name}.queued_position is 'Position of the fact that queued the pin: the order of creation.';
      comment on column ${name}.project_id is 'Project (workspace_id in the API).';
      comment on column ${name}.epoch is 'How often the project had been reset when the pin was created.';
      comment on column ${name}.organization_id is 'Organization the project belongs to.';
      comment on column ${name}.account_id is 'Connected platform account the pin is published with.';
      comment on column ${name}.board_id is 'The platform''s id of the board.';
      comment on column ${name}.status is 'queued, deferred, publishing, published or failed.';
      comment on column ${name}.title is 'Title as given.';
      comment on column ${name}.link_url is 'Link as given.';
      comment on column ${name}.asset_id is 'The uploaded image or video it shows.';
      comment on column ${name}.cover_asset_id is 'The uploaded cover of its video.';
      comment on column ${name}.source is 'api, batch, import or schedule.';
      comment on column ${name}.idempotency_key is 'The client''s key, where it gave one.';
      comment on column ${name}.platform_pin_id is 'The platform''s id of the published pin.';
      comment on column ${name}.platform_url is 'Its public page.';
      comment on column ${name}.error_code is 'Why it is deferred or failed.';
      comment on column ${name}.error_message is 'The same in words.';
      comment on column ${name}.attempts is 'Publishing attempts that count.';
      comment on column ${name}.created_at is 'When it was queued.';
      comment on column ${name}.updated_at is 'When it last changed.';
      comment on column ${name}.next_attempt_at is 'When a deferred pin goes on.';
      comment on column ${name}.published_at is 'When it was published.';
      comment on column ${name}.failed_at is 'When it failed.';
      comment on column ${name}.folded is 'The whole state, for the service itself; its shape may change.';`);
  },

  async project(facts, context) {
    let batch: RecordedFact<PinFact>[] = [];
    for (const fact of facts) {
      if (fact.type !== 'SandboxReset') {
        batch.push(fact);
        continue;
      }
      await projectPins(batch, context);
      batch = [];
      await deleteOlderEpochs(fact, context);
    }
    await projectPins(batch, context);
  },
});

async function projectPins(facts: readonly RecordedFact<PinFact>[], context: ProjectionContext): Promise<void> {
  const states = await foldedStates(facts, context);
  const rows = [...states.values()].flatMap((entry) => pinRow(entry) ?? []);
  const name = context.table('pins');
  const deleted = [...states.values()].flatMap(({ state }) => (state.kind === 'deleted' ? [state.pinId] : []));
  if (deleted.length > 0) await context.tx(name).whereIn('pin_id', deleted).delete();
  if (rows.length === 0) return;
  const updated = Object.keys(rows[0] ?? {}).filter((column) => column !== 'pin_id' && column !== 'queued_position');
  await context.tx.raw(
    `insert into ${name} select * from jsonb_populate_recordset(null::${name}, ?::jsonb)
     on conflict (pin_id) do update set ${updated.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [jsonb(rows)],
  );
}

async function deleteOlderEpochs(fact: RecordedFact<SandboxReset>, { tx, table }: ProjectionContext): Promise<void> {
  const { epoch } = fact.data;
  const projectId = fact.stream.slice('project-'.length);
  await tx(table('pins')).where({ project_id: projectId }).andWhere('epoch', '<', epoch).delete();
}

async function foldedStates(facts: readonly RecordedFact<PinFact>[], { tx, table }: ProjectionContext): Promise<Map<string, Entry>> {
  const ids = [...new Set(facts.map(pinIdOf))];
  const present = (await tx(table('pins')).whereIn('pin_id', ids).select('pin_id', 'revision', 'folded')) as Folded[];
  const before = new Map(present.map((row) => [row.pin_id, row]));
  const changed = new Map<string, Entry>();
  for (const fact of facts) {
    const id = pinIdOf(fact);
    const row = before.get(id);
    const entry: Entry = changed.get(id) ?? {
      revision: row?.revision ?? -1,
      position: -1n,
      queuedPosition: null,
      state: row?.folded ?? pinStream.decider.initial,
    };
    if (fact.revision <= entry.revision) continue;
    const state = foldRecorded(pinStream, [fact], entry.state);
    const queuedPosition = fact.type === 'PinQueued' ? fact.position : entry.queuedPosition;
    changed.set(id, { revision: fact.revision, position: fact.position, queuedPosition, state });
  }
  return changed;
}

const pinIdOf = (fact: RecordedFact): string => fact.stream.slice('pin-'.length);
