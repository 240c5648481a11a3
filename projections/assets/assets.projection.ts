import { assetStream, type AssetStored } from '@pps/assets/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { defineProjection } from '@pps/read-store';

/** Every uploaded file that is there, one row each; a deleted one leaves. */
export const assetsProjection = defineProjection({
  name: 'assets',
  version: 1,
  handles: factsOf(assetStream, 'AssetStored', 'AssetDeleted'),
  tables: ['assets'],

  async create({ tx, table }) {
    const name = table('assets');
    await tx.raw(`
      create table ${name} (
        asset_id uuid primary key, position bigint not null, project_id uuid not null, epoch int not null,
        organization_id uuid not null, asset_type text not null, original_filename text not null, content_type text not null,
        file_size_bytes bigint not null, width int, height int, duration_seconds numeric, sha256 text not null,
        converted_content_type text, converted_size_bytes bigint, stored_at timestamptz not null);
      create index on ${name} (project_id, epoch, position desc);
      comment on table ${name} is 'Uploaded images and videos.';
      comment on column ${name}.asset_id is 'The asset; stream asset-<asset_id> in the log.';
      comment on column ${name}.position is 'Position of the fact that stored it: the order of uploads.';
      comment on column ${name}.project_id is 'Project (workspace_id in the API).';
      comment on column ${name}.epoch is 'How often the project had been reset when it was uploaded.';
      comment on column ${name}.organization_id is 'Organization the project belongs to.';
      comment on column ${name}.asset_type is 'image or video.';
      comment on column ${name}.original_filename is 'As the client called it.';
      comment on column ${name}.content_type is 'By its content.';
      comment on column ${name}.file_size_bytes is 'Bytes as uploaded.';
      comment on column ${name}.width is 'Pixels as shown.';
      comment on column ${name}.height is 'Pixels as shown.';
      comment on column ${name}.duration_seconds is 'Of a video that says so.';
      comment on column ${name}.sha256 is 'Of the bytes as uploaded, hex.';
      comment on column ${name}.converted_content_type is 'What the platform gets, where that differs.';
      comment on column ${name}.converted_size_bytes is 'Bytes the platform gets, where those differ.';
      comment on column ${name}.stored_at is 'When it was uploaded.';`);
  },

  async project(facts, { tx, table }) {
    const name = table('assets');
    const deleted = facts.flatMap((fact) => (fact.type === 'AssetDeleted' ? fact.data.assetId : []));
    const rows = facts.flatMap((fact) => (fact.type === 'AssetStored' ? assetRow(fact) : []));
    const present = rows.filter(({ asset_id }) => !deleted.includes(asset_id));
    if (present.length > 0) await tx(name).insert(present).onConflict('asset_id').ignore();
    if (deleted.length > 0) await tx(name).whereIn('asset_id', deleted).delete();
  },
});

function assetRow({ data: asset, position }: RecordedFact<AssetStored>) {
  return {
    asset_id: asset.assetId,
    position: position.toString(),
    project_id: asset.projectId,
    epoch: asset.epoch,
    organization_id: asset.organizationId,
    asset_type: asset.assetType,
    original_filename: asset.originalFilename,
    content_type: asset.contentType,
    file_size_bytes: asset.fileSizeBytes,
    width: asset.width ?? null,
    height: asset.height ?? null,
    duration_seconds: asset.durationSeconds ?? null,
    sha256: asset.sha256,
    converted_content_type: asset.converted?.contentType ?? null,
    converted_size_bytes: asset.converted?.fileSizeBytes ?? null,
    stored_at: asset.storedAt,
  };
}
