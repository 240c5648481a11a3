import type { Fact } from '@pps/kernel';

/** An upload took space under the plan's storage quota: before its bytes are stored, so that parallel uploads cannot exceed it. */
export type AssetSpaceTaken = Fact<'AssetSpaceTaken', { readonly assetId: string; readonly bytes: number; readonly takenAt: string }>;

/** The space of an asset is free again: the asset was deleted, or was never stored, or its upload came again and takes space anew. */
export type AssetSpaceFreed = Fact<'AssetSpaceFreed', { readonly assetId: string; readonly freedAt: string }>;

export type AssetSpaceFact = AssetSpaceTaken | AssetSpaceFreed;
