import { assetStream } from '@pps/assets/events';
import { factsOf } from '@pps/event-store';
import { defineProjection } from '@pps/read-store';
import { assetTable } from './assets.tables';

/** Every uploaded file that is there, one row each; a deleted one leaves. */
export const assetsProjection = defineProjection({
  name: 'assets',
  version: 2,
  handles: factsOf(assetStream, 'AssetStored', 'AssetDeleted'),
  tables: [assetTable],

  async project(facts, { tx, table }) {
    const name = table('assets');
    const deleted = facts.flatMap((fact) => (fact.type === 'AssetDeleted' ? fact.data.assetId : []));
    const rows = facts.flatMap((fact) => (fact.type === 'AssetStored' ? assetTable.row(fact) : []));
    const present = rows.filter(({ asset_id }) => !deleted.includes(asset_id));
    await assetTable.insertMissing(tx, name, present);
    if (deleted.length > 0) await tx(name).whereIn('asset_id', deleted).delete();
  },
});
