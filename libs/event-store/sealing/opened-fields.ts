import type { RecordedFact } from '../recorded-fact';
import { isSealedText } from './sealed-text';

/**
 * The part of a fact's data that is stored sealed, in the clear and in the shape of `data`, without what cannot be opened any more; undefined where nothing is
 * left. Items of a list without such a part are `{}`.
 */
export const openedFields = ({ data, storedData }: Pick<RecordedFact, 'data' | 'storedData'>): unknown => openedPart(storedData, data);

function openedPart(stored: unknown, data: unknown): unknown {
  if (stored === data || stored === undefined || data === null) return undefined;
  if (isSealedText(stored)) return data;
  if (Array.isArray(stored) && Array.isArray(data)) {
    const items = stored.map((item, index) => openedPart(item, data[index]));
    return items.some((item) => item !== undefined) ? items.map((item) => item ?? {}) : undefined;
  }
  if (typeof stored !== 'object' || stored === null || typeof data !== 'object') return undefined;
  const parts = Object.entries(stored).flatMap(([name, inner]) => {
    const part = openedPart(inner, (data as Record<string, unknown>)[name]);
    return part === undefined ? [] : [[name, part] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The data in the clear, of stored data and its `openedFields`; what is not among them is null. */
export function dataWithOpened(stored: unknown, opened: unknown): unknown {
  if (isSealedText(stored)) return opened ?? null;
  if (Array.isArray(stored)) return stored.map((item, index) => dataWithOpened(item, Array.isArray(opened) ? opened[index] : undefined));
  if (typeof stored !== 'object' || stored === null) return stored;
  const inner = (typeof opened === 'object' && opened !== null ? opened : {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, dataWithOpened(value, inner[name])]));
}
