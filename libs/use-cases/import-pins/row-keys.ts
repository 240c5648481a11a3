import { contentHash } from '@pps/pins';
import type { RowRequest } from '@pps/imports';
import type { PinContent } from '@pps/pins/events';
import { createHash } from 'node:crypto';

/** A request of a file's row, which need not have a key of its own. */
export type KeylessRow = Omit<RowRequest, 'idempotencyKey'> & { readonly idempotencyKey: string | null };

const keyPrefix = 'import-';
const hashLength = 40;
const madeKey = /^import-([0-9a-f]{40})-(\d+)$/;

/**
 * Gives each row without a key one made of its content, whatever its line ends, and of how often the same content stood before it in the file: so a file that is sent
 * again, in another order or with some rows mended, has the same keys for the same rows.
 */
export function withRowKeys(requests: readonly (KeylessRow | null)[]): (RowRequest | null)[] {
  const seen = new Map<string, number>();
  return requests.map((request) => {
    if (!request) return null;
    if (request.idempotencyKey !== null) return { ...request, idempotencyKey: request.idempotencyKey };
    const hash = hashOfRow(request);
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    return { ...request, idempotencyKey: `${keyPrefix}${hash}-${occurrence}` };
  });
}

/** Whether a row's key says that the same content stood before it: alone, in another file, it would get another key. */
export const isRepeatedContent = (key: string): boolean => /^import-[0-9a-f]{40}-(?:[2-9]|[1-9]\d+)$/.test(key);

/** The content with one kind of line ends in its texts. */
export const withLineEnds = (content: PinContent, end: '\n' | '\r\n'): PinContent => ({
  ...content,
  ...Object.fromEntries(Object.entries(content).map(([field, value]) => [field, oneLineEnd(value, end)])),
});

const oneLineEnd = (value: unknown, end: string): unknown => (typeof value === 'string' ? value.replace(/\r\n|\r|\n/g, end) : value);

/** A key that a row may have in the log; `isOwn`: it was made of this row's content, whatever its line ends. */
export interface RowKey {
  readonly key: string;
  readonly isOwn: boolean;
}

/**
 * The keys that a row may have in the log: its own, and where that was made of content with line ends, those that releases before 1.59 made of the content as it
 * was sent, with CRLF or with LF.
 */
export function keysOfRow({ idempotencyKey, ...request }: RowRequest): RowKey[] {
  const [, made, occurrence] = madeKey.exec(idempotencyKey) ?? [];
  const contents = [request.content, withLineEnds(request.content, '\n'), withLineEnds(request.content, '\r\n')];
  const hashes = made === undefined ? [] : contents.map((content) => hashOf({ ...request, content }));
  const others = made !== undefined && hashes.includes(made) ? hashes.map((hash) => `${keyPrefix}${hash}-${occurrence}`) : [];
  return [...new Set([idempotencyKey, ...others])].map((key) => ({ key, isOwn: others.includes(key) }));
}

/** Of all that a row asks for but its key, whatever its line ends. */
export const hashOfRow = (request: Omit<KeylessRow, 'idempotencyKey'>): string =>
  hashOf({ ...request, content: withLineEnds(request.content, '\n') });

function hashOf({ accountId, boardId, content, runAt }: Omit<KeylessRow, 'idempotencyKey'>): string {
  const hash = contentHash(accountId, boardId, content);
  const whole = runAt === null ? hash : createHash('sha256').update(`${hash} ${runAt}`).digest('hex');
  return whole.slice(0, hashLength);
}
