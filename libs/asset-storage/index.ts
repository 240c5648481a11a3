export {
  archiveKey,
  convertedKey,
  originalKey,
  type AssetStorage,
  type ByteRange,
  type OpenAssetStorage,
  type StoredBytes,
} from './asset-storage';
export { archiveWorkFolder, incomingFolder, openArchiveStorage, openAssetStorage } from './open-asset-storage';
