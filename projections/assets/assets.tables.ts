import type { AssetStored } from '@pps/assets/events';
import type { RecordedFact } from '@pps/event-store';
import { textOrEmpty } from '@pps/kernel';
import { tableFrom } from '@pps/read-store';

export const assetTable = tableFrom<RecordedFact<AssetStored>>()({
  name: 'assets',
  meaning: 'Uploaded images and videos.',
  key: ['asset_id'],
  indexes: ['(project_id, epoch, position desc)'],
  columns: {
    asset_id: ['uuid', 'The asset; stream asset-<asset_id> in the log.', ({ data }) => data.assetId],
    position: ['bigint not null', 'Position of the fact that stored it: the order of uploads.', ({ position }) => position.toString()],
    project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ data }) => data.projectId],
    epoch: ['int not null', 'How often the project had been reset when it was uploaded.', ({ data }) => data.epoch],
    organization_id: ['uuid not null', 'Organization the project belongs to.', ({ data }) => data.organizationId],
    asset_type: ['text not null', 'image or video.', ({ data }) => data.assetType],
    original_filename: ['text not null', 'As the client called it.', ({ data }) => textOrEmpty(data.originalFilename)],
    content_type: ['text not null', 'By its content.', ({ data }) => data.contentType],
    file_size_bytes: ['bigint not null', 'Bytes as uploaded.', ({ data }) => data.fileSizeBytes],
    width: ['int', 'Pixels as shown.', ({ data }) => data.width ?? null],
    height: ['int', 'Pixels as shown.', ({ data }) => data.height ?? null],
    duration_seconds: ['numeric', 'Of a video that says so.', ({ data }) => data.durationSeconds ?? null],
    sha256: ['text not null', 'Of the bytes as uploaded, hex.', ({ data }) => textOrEmpty(data.sha256)],
    converted_content_type: ['text', 'What the platform gets, where that differs.', ({ data }) => data.converted?.contentType ?? null],
    converted_size_bytes: ['bigint', 'Bytes the platform gets, where those differ.', ({ data }) => data.converted?.fileSizeBytes ?? null],
    uploaded_by_key: ['uuid', 'The API key that uploaded it; null: the user.', ({ data }) => data.uploadedByKeyId ?? null],
    stored_at: ['timestamptz not null', 'When it was uploaded.', ({ data }) => data.storedAt],
  },
});
