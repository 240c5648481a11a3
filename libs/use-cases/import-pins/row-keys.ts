import { contentHash } from '@pps/pins';
import type { RowRequest } from '@pps/imports';
import { createHash } from 'node:crypto';

/** A request of a file's row, which need not have a key of its own. */
export type KeylessRow = Omit<RowRequest, 'idempotencyKey'> & { readonly idempotencyKey: string | null };

const keyPrefix = 'import-';
const hashLength = 40;

/**
 * Gives each row without a key one made of its content and of how often the same content stood before it in the file: so a file that is sent
 * again, in another order or with some rows mended, has the same keys for the same rows.
 */
export function withRowKeys(requests: readonly (KeylessRow | null)[]): (RowRequest | null)[] {
  const seen = new Map<string, number>();
  return requests.map((request) => {
    if (!request) return null;
    if (request.idempotencyKey !== null) return { ...request, idempotencyKey: request.idempotencyKey };
    const hash = hashOf(request);
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    return { ...request, idempotencyKey: `${keyPrefix}${hash}-${occurrence}` };
  });
}

/** Whether a row's key says that the same content stood before it: alone, in another file, it would get another key. */
export const isRepeatedContent = (key: string): boolean => /^import-[0-9a-f]{40}-(?:[2-9]|[1-9]\d+)$/.test(key);

function hashOf({ accountId, boardId, content, runAt }: KeylessRow): string {
  const hash = contentHash(accountId, boardId, content);
  const whole = runAt === null ? hash : createHash('sha256').update(`${hash} ${runAt}`).digest('hex');
  return whole.slice(0, hashLength);
}
