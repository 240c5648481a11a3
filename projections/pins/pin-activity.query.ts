import type { Database } from '@pps/read-store';
import { quarterMs } from './count-changes';
import { activityMeasures, type ActivityMeasure } from './pin-counts.tables';

export interface ActivityQuestion {
  readonly projectId: string;
  readonly epoch: number;
  /** Null = every account. */
  readonly accountIds: readonly string[] | null;
  /** Ascending moments; each span from one to the next is summed by itself. At least two. */
  readonly bounds: readonly string[];
  /** Where it is given, nothing has happened after it. */
  readonly now?: Date;
}

/** What was done with the pins of one account in one span. */
export interface ActivitySum extends Readonly<Record<ActivityMeasure, number>> {
  /** From 0. */
  readonly span: number;
  readonly accountId: string;
}

/**
 * Sums by span and account, from counts of whole quarters of an hour; spans in which nothing happened are absent. Only within a quarter that the
 * first or last bound, or the second, divides in the past are pins counted one by one, by index: the cost does not depend on how many the whole range has.
 */
export async function sumActivity(db: Database, question: ActivityQuestion): Promise<ActivitySum[]> {
  const { projectId, epoch, accountIds, bounds, now } = question;
  const inThePast = (bound: string | undefined) => now === undefined || Date.parse(bound ?? '') < now.getTime();
  const divided = dividedQuarters([bounds[0], bounds[1], bounds.at(-1)].filter(inThePast));
  const [first, last] = [bounds[0] ?? '', bounds.at(-1) ?? ''];
  const accounts = accountIds === null ? 'true' : 'account_id = any(:accountIds::uuid[])';
  const owned = `project_id = :projectId and epoch = :epoch and ${accounts}`;
  const within = (at: string) =>
    divided.map((_, n) => `(${at} >= :from${n}::timestamptz and ${at} < :from${n}::timestamptz + interval '15 minutes')`).join(' or ');
  const parts = divided.length === 0 ? [] : partsOf(owned, (at) => `(${within(at)}) and ${at} >= :first and ${at} < :last`);
  const wholes = `select quarter as at, account_id, ${activityMeasures.join(', ')} from read.pin_activity
    where ${owned} and quarter >= :first and quarter < :last and not (quarter = any(:divided::timestamptz[]))`;
  const { rows } = await db.raw<{ rows: SumRow[] }>(
    `select width_bucket(at, :bounds::timestamptz[]) - 1 as span, account_id,
       ${activityMeasures.map((measure) => `sum(${measure}) as ${measure}`).join(', ')}
     from (${[wholes, ...parts].join(' union all ')}) happened group by 1, 2`,
    {
      projectId,
      epoch,
      first,
      last,
      bounds: [...bounds],
      divided,
      ...(accountIds && { accountIds: [...accountIds] }),
      ...Object.fromEntries(divided.map((from, n) => [`from${n}`, from])),
    },
  );
  return rows.map(({ span, account_id: accountId, ...sums }) => ({
    span,
    accountId,
    ...(Object.fromEntries(activityMeasures.map((measure) => [measure, Number(sums[measure])])) as Record<ActivityMeasure, number>),
  }));
}

type SumRow = Readonly<Record<ActivityMeasure, string>> & { readonly span: number; readonly account_id: string };

/** The beginnings of the quarters in which these moments lie, but for moments that begin one. */
function dividedQuarters(moments: readonly (string | undefined)[]): string[] {
  const divided = moments.flatMap((moment) => {
    const past = Date.parse(moment ?? '') % quarterMs;
    if (moment === undefined || past === 0) return [];
    return new Date(Date.parse(moment) - (past < 0 ? past + quarterMs : past)).toISOString();
  });
  return [...new Set(divided)];
}

/** What happened in parts of quarters, pin by pin. */
function partsOf(owned: string, within: (at: string) => string): string[] {
  const row = (values: Partial<Record<ActivityMeasure, string>>) => activityMeasures.map((measure) => values[measure] ?? '0').join(', ');
  const created = Object.fromEntries(
    activityMeasures
      .filter((measure) => !['submitted', 'publications', 'failures'].includes(measure))
      .map((status) => [status, `(status = '${status}')::int`]),
  );
  const of = (table: string, at: string, values: Partial<Record<ActivityMeasure, string>>) =>
    `select ${at}, account_id, ${row(values)} from read.${table} where ${owned} and ${within(at)}`;
  return [
    of('pins', 'created_at', { ...created, submitted: '1' }),
    of('removed_pins', 'created_at', { submitted: '1' }),
    ...['pins', 'removed_pins'].flatMap((table) => [
      of(table, 'published_at', { publications: '1' }),
      of(table, 'failed_at', { failures: '1' }),
    ]),
  ];
}
