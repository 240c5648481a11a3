export type * from './asset.events';
export type * from './asset-space.events';
export type { Asset, AssetState } from './asset.decider';
export type { AssetSpaceState } from './asset-space.decider';
export { assetStream } from './asset.stream';
export { assetSpaceStream } from './asset-space.stream';
