import { failureOf } from '@pps/runtime';
import type { ChangedItem } from '@pps/use-cases';
import type { BulkItemDto, BulkResultDto } from './bulk-result.dto';

/** The body that answers a request for many. */
export function toBulkBody(items: readonly ChangedItem[], given: readonly string[]): BulkResultDto {
  const count = (status: ChangedItem['status']) => items.filter((item) => item.status === status).length;
  return {
    succeeded_count: count('succeeded'),
    skipped_count: count('skipped'),
    failed_count: count('failed'),
    results: items.map((item, index) => toItemBody(item, given[index] ?? item.id)),
  };
}

function toItemBody(item: ChangedItem, id: string): BulkItemDto {
  if (item.status !== 'failed') return { id, status: item.status, error_code: null, error_message: null };
  const { code, message } = failureOf(item.error);
  return { id, status: 'failed', error_code: code, error_message: message };
}
