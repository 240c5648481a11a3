import { isPassedOver, passOver, type Database } from '@pps/read-store';
import { quotaSweepDuty, type UnsettledQuota, type UnsettledUnit } from './quota-sweep.dispatcher';

interface Row {
  readonly entry_id: string;
  readonly pin_id: string;
  readonly month: string;
  readonly organization_id: string | null;
  readonly project_id: string;
  readonly epoch: number;
  readonly consumed_at: Date;
}

const foundAtMost = 100;

export const unsettledQuota = (db: Database): UnsettledQuota => ({
  note: (units, settledEntryIds) =>
    db.transaction(async (tx) => {
      if (units.length > 0) await tx('pins.unsettled_quota').insert(units.map(rowOf)).onConflict('entry_id').ignore();
      if (settledEntryIds.length > 0) await tx('pins.unsettled_quota').whereIn('entry_id', settledEntryIds).delete();
    }),
  findDue: async (reservedBefore) => {
    const rows: readonly Row[] = await db('pins.unsettled_quota')
      .where('consumed_at', '<', reservedBefore)
      .whereRaw(`not ${isPassedOver(quotaSweepDuty, 'entry_id::text')}`)
      .orderBy('consumed_at')
      .limit(foundAtMost);
    return rows.map(unitOf);
  },
  passOver: (entryId, error) => passOver(db, quotaSweepDuty, entryId, error),
  remove: async (entryId) => void (await db('pins.unsettled_quota').where({ entry_id: entryId }).delete()),
});

const rowOf = ({ entryId, pinId, month, organizationId, projectId, epoch, reservedAt }: UnsettledUnit) => ({
  entry_id: entryId,
  pin_id: pinId,
  month,
  organization_id: organizationId,
  project_id: projectId,
  epoch,
  consumed_at: reservedAt,
});

const unitOf = (row: Row): UnsettledUnit => ({
  entryId: row.entry_id,
  pinId: row.pin_id,
  month: row.month,
  organizationId: row.organization_id,
  projectId: row.project_id,
  epoch: row.epoch,
  reservedAt: row.consumed_at.toISOString(),
});
