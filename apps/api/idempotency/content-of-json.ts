import { canonicalize } from 'json-canonicalize';
import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Writing so many items takes milliseconds; then other requests go on. */
const itemsBetweenYields = 20;

/** One text for the same JSON, in whatever order its fields came; also of numbers beyond what a double holds, which RFC 8785 leaves out. */
export const contentOfJson = (value: unknown): string => canonicalize(finite(value));

/** The same of a long list of JSON values. */
export async function contentOfItems(items: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256');
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsBetweenYields === 0) await yieldToEventLoop();
    hash.update(`${contentOfJson(item)}\n`);
  }
  return hash.digest('hex');
}

const mark = '\0';

/** Infinity as a marked text; texts that begin with the mark get another one, so that no two values become the same. */
function finite(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : `${mark}${value}`;
  if (typeof value === 'string') return value.startsWith(mark) ? `${mark}${value}` : value;
  if (Array.isArray(value)) return value.map(finite);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, finite(each)]));
}
