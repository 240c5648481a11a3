import { cleanOutsideText, longestShownText } from '@pps/kernel';
import type { Database } from './database';
import { isDatabaseUnavailable } from './is-database-unavailable';

const firstWaitSeconds = 2;
const longestWaitSeconds = 600;
const forgottenAfterSeconds = 3_600;
const countedForSeconds = 60;

/** What all items of a task meet alike while something this service depends on is unavailable. */
const commonErrors = new Set(['KnexTimeoutError', 'StoreUnavailable', 'NotFresh', 'NatsError']);

/** Whether an error says nothing about the item that met it. */
const isCommonError = (error: unknown): boolean => isDatabaseUnavailable(error) || (error instanceof Error && commonErrors.has(error.name));

/**
 * Notes that an item of a task failed by itself, so that `isPassedOver` holds for it: for 2 s at first, twice as long with every failure, 10 min
 * at most. Throws an error that is not the item's own, so that its task ends the round.
 */
export async function passOver(db: Database, task: string, item: string, error: unknown): Promise<void> {
  if (isCommonError(error)) throw error;
  await db.raw(
    `with forgotten as (
       delete from read_store.passed_over_item where retry_at < clock_timestamp() - :forgottenAfterSeconds * interval '1 second')
     insert into read_store.passed_over_item as known (task, item, failures, last_error, first_failed_at, retry_at)
     values (:task, :item, 1, :error, clock_timestamp(), clock_timestamp() + :firstWaitSeconds * interval '1 second')
     on conflict (task, item) do update set failures = known.failures + 1, last_error = excluded.last_error,
       retry_at = clock_timestamp()
         + least(:longestWaitSeconds, :firstWaitSeconds * 2 ^ least(known.failures, 20)) * interval '1 second'`,
    { task, item, error: cleanOutsideText(String(error), longestShownText), firstWaitSeconds, longestWaitSeconds, forgottenAfterSeconds },
  );
}

/** SQL that is true while an item, given as an SQL expression of its id as text, is passed over. */
export const isPassedOver = (task: string, item: string): string =>
  `exists (select 1 from read_store.passed_over_item passed
     where passed.task = '${task}' and passed.item = ${item} and passed.retry_at > statement_timestamp())`;

/** SQL that selects `item` and `retry_at` of the 1,000 items of the task that are tried again first. */
export const passedOverItems = (task: string): string =>
  `select passed.item, passed.retry_at from read_store.passed_over_item passed
   where passed.task = '${task}' and passed.retry_at > statement_timestamp() order by passed.retry_at limit 1000`;

/** How many items of each task are passed over, or were a minute ago and wait for the next try. */
export async function countPassedOver(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw<{ rows: { task: string; count: string }[] }>(
    `select task, count(*) as count from read_store.passed_over_item
     where retry_at > clock_timestamp() - ? * interval '1 second' group by task`,
    [countedForSeconds],
  );
  return new Map(rows.map(({ task, count }) => [task, Number(count)]));
}
