export type * from './asset.stream';
export type * from './asset-space.stream';
export { assetStream } from './asset.stream';
export { assetSpaceStream } from './asset-space.stream';
