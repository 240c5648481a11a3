/** Longer lists are read again only when that is asked for: each change would cost a request for every hundred of their rows. */
export const mostRowsFollowed = 1_000;

/** Whether what was read page after page, as the cache holds it, is longer. */
export function isLongList(data: unknown): boolean {
  const { pages } = (data ?? {}) as { readonly pages?: readonly { readonly items: readonly unknown[] }[] };
  return (pages ?? []).reduce((sum, { items }) => sum + items.length, 0) > mostRowsFollowed;
}
