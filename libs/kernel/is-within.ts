/** Whether ids (null: all there are) are within an allow-list (null: none). An empty one is within no allow-list: of whose what has no account left is, no list tells. */
export function isWithin(ids: readonly string[] | null, allowed: readonly string[] | null): boolean {
  if (allowed === null) return true;
  return ids !== null && ids.length > 0 && ids.every((id) => allowed.includes(id));
}
