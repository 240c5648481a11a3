import type { Database } from '@pps/read-store';

/** Which schedule fired a pin. */
export interface FiredPin {
  readonly pinId: string;
  readonly scheduleId: string;
}

/** Remembers which pins are schedules'. A pin that is there already keeps its schedule. */
export async function noteFiredPins(db: Database, pins: readonly FiredPin[]): Promise<void> {
  if (pins.length === 0) return;
  const rows = pins.map(({ pinId, scheduleId }) => ({ pin_id: pinId, schedule_id: scheduleId }));
  await db('schedules.fired_pin').insert(rows).onConflict('pin_id').ignore();
}

/** The schedules of these pins; a pin that no schedule fired is absent. */
export async function schedulesOfPins(db: Database, pinIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (pinIds.length === 0) return new Map();
  const rows = (await db('schedules.fired_pin')
    .whereIn('pin_id', [...pinIds])
    .select('pin_id', 'schedule_id')) as { pin_id: string; schedule_id: string }[];
  return new Map(rows.map(({ pin_id, schedule_id }) => [pin_id, schedule_id]));
}
