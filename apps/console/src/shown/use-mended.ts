import { useMemo, useState } from 'react';

export interface Mended<Item> {
  /** What was mended, by its place. */
  readonly byPlace: ReadonlyMap<number, Item>;
  /** The same in the order of their places. */
  readonly inOrder: readonly (readonly [place: number, item: Item])[];
  /** The place that is being mended. */
  readonly open: number | null;
  mend(place: number): void;
  leave(): void;
  /** Keeps what was mended, or with null drops it; what is being mended is left. */
  keep(place: number, item: Item | null): void;
  forget(): void;
}

/** What somebody mends of a list whose order is what its things are known by. */
export function useMended<Item>(): Mended<Item> {
  const [byPlace, setByPlace] = useState<ReadonlyMap<number, Item>>(new Map());
  const [open, setOpen] = useState<number | null>(null);
  const inOrder = useMemo(() => [...byPlace].sort(([one], [other]) => one - other), [byPlace]);
  const keep = (place: number, item: Item | null): void => {
    const next = new Map(byPlace);
    if (item === null) next.delete(place);
    else next.set(place, item);
    setByPlace(next);
    setOpen(null);
  };
  return { byPlace, inOrder, open, mend: setOpen, leave: () => setOpen(null), keep, forget: () => setByPlace(new Map()) };
}
