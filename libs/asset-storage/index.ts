export { archiveKey, convertedKey, originalKey, type AssetStorage, type ByteRange, type StoredBytes } from './asset-storage';
export { archiveWorkFolder, incomingFolder, openArchiveStorage, openAssetStorage, type OpenAssetStorage } from './open-asset-storage';
