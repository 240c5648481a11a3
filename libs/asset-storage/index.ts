export {
  ARCHIVE_STORAGE,
  archiveKey,
  ASSET_STORAGE,
  convertedKey,
  originalKey,
  type AssetStorage,
  type ByteRange,
  type StoredBytes,
} from './asset-storage';
export { archiveWorkFolder, incomingFolder, openArchiveStorage, openAssetStorage, type OpenAssetStorage } from './open-asset-storage';
