import { join } from 'node:path';
import type { OpenAssetStorage } from './asset-storage';
import { folderStorage } from './folder-storage';

export interface AssetStorageSettings {
  readonly ASSET_STORAGE: 'folder' | 's3';
  readonly DATA_DIR: string;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** The storage as configured. Throws for an S3 storage without a bucket. */
export async function openAssetStorage(settings: AssetStorageSettings): Promise<OpenAssetStorage> {
  return openStorage(settings, 'assets');
}

/** Where archives of accounts lie: beside the assets, never among them. Throws for an S3 storage without a bucket. */
export async function openArchiveStorage(settings: AssetStorageSettings): Promise<OpenAssetStorage> {
  return openStorage(settings, 'exports');
}

async function openStorage(settings: AssetStorageSettings, name: 'assets' | 'exports'): Promise<OpenAssetStorage> {
  if (settings.ASSET_STORAGE === 'folder') return folderStorage(join(settings.DATA_DIR, name));
  if (!settings.S3_BUCKET) throw new Error('ASSET_STORAGE=s3 needs S3_BUCKET');
  // The client is large: load it only where it is used.
  const { s3Storage } = await import('./s3-storage');
  return s3Storage({
    bucket: settings.S3_BUCKET,
    prefix: `${name}/`,
    region: settings.S3_REGION,
    endpoint: settings.S3_ENDPOINT,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  });
}

export const assetFolder = ({ DATA_DIR }: Pick<AssetStorageSettings, 'DATA_DIR'>): string => join(DATA_DIR, 'assets');

/** Where uploads lie until they are stored; on the file system of the folder, so that storing is a rename. */
export const incomingFolder = (settings: Pick<AssetStorageSettings, 'DATA_DIR'>): string => join(assetFolder(settings), 'incoming');

/** Where archives of accounts are written until they are stored; on the file system of their folder, so that storing is a rename. */
export const archiveWorkFolder = ({ DATA_DIR }: Pick<AssetStorageSettings, 'DATA_DIR'>): string => join(DATA_DIR, 'exports', 'incoming');
