import type { PinPublishing } from 'pin-publishing';
import { findDeliveries } from './find-deliveries';
import { noState } from './listener-state';

const at = new Date('2026-01-05T09:30:00.000Z');
const all = Array.from({ length: 1_000 }, (_, index) => ({
  id: `d${1_000 - index}`,
  sequence: 1_000 - index,
  created_at: at,
  updated_at: at,
}));

/** A client of a webhook with a thousand deliveries; `limits` is told how many each page was to have. */
function clientOf(limits: number[]): PinPublishing {
  const pageAt = (from: number, limit: number) => {
    limits.push(limit);
    return { items: all.slice(from, from + limit), nextCursor: from + limit < all.length ? String(from + limit) : null };
  };
  async function* pagesFrom(from: number, limit: number) {
    for (let at = from; at < all.length; at += limit) yield await Promise.resolve(pageAt(at, limit));
  }
  const listDeliveries = (_: string, { limit, cursor = '0' }: { readonly limit: number; readonly cursor?: string }) => ({
    then: (done: (page: object) => void) => done(pageAt(Number(cursor), limit)),
    pages: () => pagesFrom(Number(cursor), limit),
  });
  return { webhooks: { listDeliveries } } as unknown as PinPublishing;
}

test.each([
  ['a few', 995, [20]],
  ['hundreds', 300, [20, 200, 200, 200, 200]],
])('%s that are behind are found in few pages, the oldest first', async (_, sequence, pages) => {
  const limits: number[] = [];
  const { fresh } = await findDeliveries(clientOf(limits), 'w', { ...noState, sequence }, { isWide: false, since: null });
  expect([fresh[0]?.sequence, fresh.length, limits]).toEqual([sequence + 1, 1_000 - sequence, pages]);
});
