import { startCall, type Call } from './call';
import type { BuiltRequest } from './build-request';
import { PinPublishingError, UnreadableAnswerError } from './errors';

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many there are on all pages, where the service says so. */
  readonly total: number | null;
  /** Leads to the next page; null on the last one. */
  readonly nextCursor: string | number | null;
  /** The whole answer. */
  readonly body: unknown;
}

/** A list on its way: `await` gives its first page, `for await` every item of every page, `pages()` one page after the other. */
export interface List<Item> extends Call<Page<Item>>, AsyncIterable<Item> {
  pages(): AsyncIterableIterator<Page<Item>>;
}

export type Query = Readonly<Record<string, unknown>>;

/** Starts a list; `requestOf` makes the request of a page. */
export function startList<Item>(query: Query, items: string, requestOf: (query: Query) => BuiltRequest): List<Item> {
  const ask = (asked: Query): Call<Page<Item>> => startCall(requestOf(asked), (body, response) => pageOf<Item>(body, items, response));
  const first = ask(query);
  async function* pages() {
    let page = await first;
    const led = new Set([query.cursor]);
    for (;;) {
      yield page;
      const { nextCursor } = page;
      if (nextCursor === null) return;
      if (led.has(nextCursor)) throw new PinPublishingError('the list leads back to a page that was read');
      led.add(nextCursor);
      // A cursor goes on from where the offset led.
      page = await ask({ ...query, offset: undefined, cursor: nextCursor });
    }
  }
  async function* every() {
    for await (const page of pages()) yield* page.items;
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: every });
}

function pageOf<Item>(body: unknown, items: string, { headers, status }: Response): Page<Item> {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const list = items === '[]' ? body : fields[items];
  if (!Array.isArray(list)) throw new UnreadableAnswerError(status);
  const [next, total] =
    items === '[]' ? [headers.get('x-next-cursor'), headers.get('x-total-count')] : [fields.next_cursor, fields.total ?? null];
  return {
    items: list as Item[],
    total: total === null ? null : Number(total),
    nextCursor: typeof next === 'string' || typeof next === 'number' ? next : null,
    body,
  };
}
