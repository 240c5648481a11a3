import { parse, v5, v7 } from 'uuid';

// In bytes: as a text it would be read twice for each id.
const namespace = parse('6f1c6a4e-3f0b-5c1d-9d8e-52a6f2b7c901');

/** A new time-ordered id (UUID version 7, RFC 9562), for the enriching side of a command. */
export const newId = (): string => v7();

/** The same parts always give the same id (UUID version 5, RFC 9562); parts are length-prefixed, so that no two lists collide. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  v5(parts.map((part) => `${String(part).length}:${part}`).join('|'), namespace);

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any textual UUID, whatever its version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** Whether ids (null: all there are) are within an allow-list (null: none). An empty one is within no allow-list: of whose what has no account left is, no list tells. */
export function isWithin(ids: readonly string[] | null, allowed: readonly string[] | null): boolean {
  if (allowed === null) return true;
  return ids !== null && ids.length > 0 && ids.every((id) => allowed.includes(id));
}
