export {
  ASSET_STORAGE,
  convertedKey,
  originalKey,
  type AssetStorage,
  type ByteRange,
  type StoredBytes,
  type StoredFile,
} from './asset-storage';
export { incomingFolder, openAssetStorage, type OpenAssetStorage } from './open-asset-storage';
