import { canonicalize } from 'json-canonicalize';
import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Writing so many items takes milliseconds; then other requests go on. */
const itemsBetweenYields = 20;

/** One text for the same JSON, in whatever order its fields came. */
export const contentOfJson = (value: unknown): string => canonicalize(value);

/** The same of a long list of JSON values. */
export async function contentOfItems(items: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256');
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsBetweenYields === 0) await yieldToEventLoop();
    hash.update(`${canonicalize(item)}\n`);
  }
  return hash.digest('hex');
}
