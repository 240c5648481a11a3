import type { Asset } from '@pps/assets/events';

const extensions: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/x-m4v', 'm4v'],
]);

/** An asset as responses show it. */
export function toAssetBody(asset: Asset, publicUrl: string, pins: number) {
  return {
    id: asset.assetId,
    workspace_id: asset.projectId,
    asset_type: asset.assetType,
    original_filename: asset.originalFilename,
    content_type: asset.contentType,
    file_size_bytes: asset.fileSizeBytes,
    stored_filename: `${asset.assetId}.${extensions.get(asset.contentType) ?? 'bin'}`,
    width: asset.width ?? null,
    height: asset.height ?? null,
    duration_seconds: asset.durationSeconds ?? null,
    sha256: asset.sha256,
    referenced_by_pin_count: pins,
    public_url: publicUrl,
    created_at: asset.storedAt,
    updated_at: asset.storedAt,
  };
}
