import { NotFound, type Decider } from '@pps/kernel';
import type { AssetFact, AssetStored, AssetType } from './asset.events';

export interface Asset extends Readonly<AssetStored['data']> {
  readonly kind: 'asset';
}

export type AssetState =
  { readonly kind: 'none' } | Asset | { readonly kind: 'deleted'; readonly assetId: string; readonly assetType: AssetType };

export const asset: Decider<AssetState, AssetFact> = {
  initial: { kind: 'none' },
  evolve(state, fact) {
    switch (fact.type) {
      case 'AssetStored':
        return state.kind === 'none' ? { ...fact.data, kind: 'asset' } : state;
      case 'AssetDeleted': {
        if (state.kind !== 'asset') return state;
        const { assetId, assetType } = state;
        return { kind: 'deleted', assetId, assetType };
      }
    }
  },
};

/** Silent for an asset that is stored already. Throws `NotFound` for one that was deleted meanwhile. */
export function decideAssetStoring(command: AssetStored['data'], state: AssetState): readonly AssetFact[] {
  switch (state.kind) {
    case 'none':
      return [{ type: 'AssetStored', data: command }];
    case 'asset':
      return [];
    case 'deleted':
      throw new NotFound('Asset');
  }
}

/** Silent for an asset that is deleted already. Throws `NotFound` for one that never was. */
export function decideAssetDeletion(command: { readonly at: string }, state: AssetState): readonly AssetFact[] {
  switch (state.kind) {
    case 'none':
      throw new NotFound('Asset');
    case 'asset':
      return [{ type: 'AssetDeleted', data: { assetId: state.assetId, deletedAt: command.at } }];
    case 'deleted':
      return [];
  }
}
