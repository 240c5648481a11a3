import type { Database } from '@pps/read-store';
import type { ScheduleStatus } from '@pps/schedules/events';

export interface SpanQuestion {
  readonly projectId: string;
  readonly epoch: number;
  /** Null = every account. */
  readonly accountIds: readonly string[] | null;
  /** Ascending moments; each span from one to the next is counted by itself. At least two. */
  readonly bounds: readonly string[];
}

export interface SpanCount {
  /** From 0. */
  readonly span: number;
  readonly status: ScheduleStatus;
  readonly count: number;
}

/** How many schedules are due in each span, by status; spans and statuses without any are absent. */
export async function countSchedulesBySpan(db: Database, { projectId, epoch, accountIds, bounds }: SpanQuestion): Promise<SpanCount[]> {
  const accounts = accountIds === null ? 'true' : 'account_id = any(:accountIds::uuid[])';
  const { rows } = await db.raw<{ rows: { span: number; status: ScheduleStatus; count: string }[] }>(
    `select width_bucket(run_at, :bounds::timestamptz[]) - 1 as span, status, count(*) as count from read.schedules
     where project_id = :projectId and epoch = :epoch and ${accounts} and run_at >= :first and run_at < :last group by 1, 2`,
    {
      ...{ projectId, epoch, bounds: [...bounds], first: bounds[0] ?? '', last: bounds.at(-1) ?? '' },
      ...(accountIds && { accountIds: [...accountIds] }),
    },
  );
  return rows.map(({ span, status, count }) => ({ span, status, count: Number(count) }));
}
