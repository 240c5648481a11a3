import type { PinView } from '@pps/pins/events';
import { anyScript, type CursorValueType, type PageCursor } from '@pps/read-store';

export const pinSorts = [
  'created_at_desc',
  'created_at_asc',
  'published_at_desc',
  'published_at_asc',
  'title_asc',
  'title_desc',
  'status_asc',
  'status_desc',
] as const;
export type PinSort = (typeof pinSorts)[number];

/** The pin that a page goes on behind; its value is null where it was not published. */
export type PinCursor = PageCursor<PinSort>;

interface Order {
  readonly columns: readonly string[];
  readonly types: readonly CursorValueType[];
  valuesOf(pin: PinView): readonly (string | null)[];
}

const orders: Readonly<Record<'created_at' | 'published_at' | 'title' | 'status', Order>> = {
  created_at: { columns: ['created_at'], types: ['timestamptz'], valuesOf: (pin) => [pin.queuedAt] },
  published_at: { columns: ['published_at'], types: ['timestamptz'], valuesOf: (pin) => [pin.publishedAt] },
  title: { columns: [`title ${anyScript}`], types: ['text'], valuesOf: (pin) => [pin.content.title] },
  status: { columns: ['status', 'created_at'], types: ['text', 'timestamptz'], valuesOf: (pin) => [pin.status, pin.queuedAt] },
};

/** A run of rows that one index delivers in order; a page takes from one after the other. */
export interface OrderedRun {
  readonly condition: string | null;
  readonly bindings: readonly string[];
  readonly orderBy: string;
}

/** The runs of a sort, behind a cursor where there is one. What was not published comes last, however published pins are sorted. */
export function runsOf(sort: PinSort, cursor: PinCursor | undefined): readonly OrderedRun[] {
  const [name, direction] = splitSort(sort);
  const { columns, types } = orders[name];
  const orderBy = [...columns, 'queued_position'].map((column) => `pin.${column} ${direction}`).join(', ');
  const beyond = direction === 'asc' ? '>' : '<';
  const behind = (keys: readonly string[], kinds: readonly string[], values: readonly string[]) => ({
    condition: `(${keys.map((key) => `pin.${key}`).join(', ')}) ${beyond} (${kinds.map((kind) => `?::${kind}`).join(', ')})`,
    bindings: values,
  });
  const everything = { condition: null, bindings: [] };
  if (name !== 'published_at') {
    const after = cursor && behind([...columns, 'queued_position'], [...types, 'bigint'], [...cursor.values.map(String), cursor.position]);
    return [{ ...(after ?? everything), orderBy }];
  }
  const publishedAt = cursor?.values[0] ?? null;
  const published = { condition: 'pin.published_at is not null', bindings: [], orderBy };
  const unpublished = { condition: 'pin.published_at is null', bindings: [], orderBy };
  if (!cursor) return [published, unpublished];
  if (publishedAt !== null) {
    return [
      { ...behind(['published_at', 'queued_position'], ['timestamptz', 'bigint'], [publishedAt, cursor.position]), orderBy },
      unpublished,
    ];
  }
  const after = behind(['queued_position'], ['bigint'], [cursor.position]);
  return [{ condition: `pin.published_at is null and ${after.condition}`, bindings: after.bindings, orderBy }];
}

/** The cursor of a page that ends with this pin. */
export const cursorBehind = (sort: PinSort, pin: PinView, position: string): PinCursor => ({
  sort,
  values: orders[splitSort(sort)[0]].valuesOf(pin),
  position,
});

/** What each value of a sort's cursor is, in order. */
export const cursorTypes = (sort: PinSort): readonly CursorValueType[] => orders[splitSort(sort)[0]].types;

function splitSort(sort: PinSort): readonly [keyof typeof orders, 'asc' | 'desc'] {
  const [, name, direction] = /^(.+)_(asc|desc)$/.exec(sort) ?? [];
  return [name as keyof typeof orders, direction as 'asc' | 'desc'];
}
