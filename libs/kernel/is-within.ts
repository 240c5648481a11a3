/** Whether ids (null: all there are) are within an allow-list (null: none). */
export function isWithin(ids: readonly string[] | null, allowed: readonly string[] | null): boolean {
  if (allowed === null) return true;
  return ids !== null && ids.every((id) => allowed.includes(id));
}
