import type { Database } from '@pps/read-store';

const statuses = ['scheduled', 'queued', 'deferred', 'running', 'done', 'failed', 'canceled'] as const;

export interface ScheduleCountQuestion {
  readonly projectId: string;
  readonly epoch: number;
  /** Null = every account. */
  readonly accountIds: readonly string[] | null;
  /** Due at this moment or later. */
  readonly since: Date;
  /** Due before this moment. */
  readonly until: Date;
  readonly now: Date;
}

/** The schedules due in a range by their status, and those that have not fired and are due from now on. */
export async function countSchedules(
  db: Database,
  { projectId, epoch, accountIds, since, until, now }: ScheduleCountQuestion,
): Promise<{ byStatus: Record<string, number>; upcoming: number }> {
  const owned = () => {
    const rows = db('read.schedules').where({ project_id: projectId, epoch });
    return accountIds ? rows.whereRaw('account_id = any(?::uuid[])', [[...accountIds]]) : rows;
  };
  const [counted, upcoming] = await Promise.all([
    owned().where('run_at', '>=', since).where('run_at', '<', until).groupBy('status').select('status').count({ count: '*' }) as Promise<
      { status: string; count: string }[]
    >,
    owned()
      .where('run_at', '>=', now)
      .whereIn('status', ['scheduled', 'deferred'])
      .whereNull('pin_id')
      .count({ count: '*' })
      .first() as Promise<{ count: string } | undefined>,
  ]);
  const known = new Map(counted.map(({ status, count }) => [status, Number(count)]));
  return {
    byStatus: Object.fromEntries(statuses.map((status) => [status, known.get(status) ?? 0])),
    upcoming: Number(upcoming?.count ?? 0),
  };
}
